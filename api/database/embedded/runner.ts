import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Account } from './accounts.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, reasonOf } from './errors.ts'

const run = promisify(execFile)

/** How to start a program of PostgreSQL: as whom, and with which command in front of it. */
export type Runner = { account?: Account; prefix: string[]; majorVersion: string }

// Bits of CapPrm, see capabilities(7). Docker's root lacks the first; only the second lets a program run
// that none but its owner may.
const capabilities = { dac_read_search: 2n, dac_override: 1n }

const probe = 'for folder; do cd "$folder" || exit; done; exec "$0" --version'

/**
 * Tries the plain way first. Where the account cannot reach the binaries or `folders` (a checkout under /root, say),
 * it gets an ambient capability that lets it pass, so that nobody's permissions are changed and no data moved.
 */
export async function chooseRunner(
  account: Account | undefined,
  binaries: Binaries,
  folders: string[],
): Promise<Runner> {
  let failure: unknown
  for (const prefix of [[], ...(await listBypasses(account))]) {
    try {
      const runner = { prefix, majorVersion: '', ...(account && { account }) }
      const args = ['-c', probe, binaries.postgres, ...folders]
      const { stdout } = await run(...commandFor(runner, '/bin/sh', args))
      return { ...runner, majorVersion: /\d+/.exec(stdout)?.[0] ?? '' }
    } catch (error) {
      failure ??= error
    }
  }
  const who = account === undefined ? '' : ` as user ${account.uid}, for it refuses to run as root,`
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot run${who} from ${binaries.postgres} with data in ${folders[0]} (${reasonOf(failure)}); set DATA_DIR to a folder that it can reach, or DATABASE_URL to a PostgreSQL of your own.`,
  )
}

async function listBypasses(account: Account | undefined): Promise<string[][]> {
  if (account === undefined || process.platform !== 'linux') return []
  const status = await readFile('/proc/self/status', 'utf8')
  const permitted = BigInt(`0x${/^CapPrm:\s*(\w+)/m.exec(status)?.[1] ?? '0'}`)
  const { uid, gid } = account
  return Object.entries(capabilities)
    .filter(([, bit]) => (permitted >> bit) & 1n)
    .map(([name]) => [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=+${name}`,
      `--ambient-caps=+${name}`,
      // Otherwise access(2), with which PostgreSQL looks for its own programs, takes no account of capabilities.
      '--securebits=+no_setuid_fixup',
    ])
}

/** Arguments for spawn and execFile. PG* variables of the caller stay outside: they would change the server. */
export function commandFor(runner: Runner, file: string, args: string[]) {
  const [program = file, ...rest] = [...runner.prefix, file, ...args]
  const identity = runner.prefix.length === 0 ? runner.account : undefined
  const options = { ...identity, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  return [program, rest, options] as const
}
