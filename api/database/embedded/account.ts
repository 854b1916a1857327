import { execFile } from 'node:child_process'
import { chown, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { OperatorError, errorReason } from '../../runtime/operator.ts'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

export type Account = { uid: number; gid: number }

export const isRoot = () => process.getuid?.() === 0

/** The account for PostgreSQL, which refuses to run as root. initdb needs one that is in the passwd database. */
export async function findServerAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const find = (option: string) => run('id', [option, name]).then(({ stdout }) => Number(stdout))
    const ids = await Promise.all([find('-u'), find('-g')]).catch(() => undefined)
    if (ids) return { uid: ids[0], gid: ids[1] }
  }
  throw new OperatorError(
    'PostgreSQL refuses to run as root and this system has neither a user postgres nor a user nobody; start as an ordinary user, or set DATABASE_URL.',
  )
}

export async function chownTo(account: Account | undefined, path: string): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid)
}

/** For a cluster that root restored from a backup. */
export async function chownTreeTo(account: Account, folder: string): Promise<void> {
  await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]).catch((error: unknown) => {
    throw new OperatorError(
      `${folder} belongs to root and could not be given to the user that PostgreSQL runs as: ${errorReason(error)}`,
    )
  })
}

/** `prefix` is a command that runs PostgreSQL's, such as setpriv; empty for none. */
export type Runner = { account?: Account; prefix: string[]; majorVersion: string }

// Bits of CapPrm, see capabilities(7). Docker's root lacks the first. Programs that only their owner may run need the second.
const capabilities = { dac_read_search: 2n, dac_override: 1n }

const probe = 'for folder; do cd "$folder" || exit; done; exec "$0" --version'

/**
 * If the account cannot reach the binaries or `folders`, such as a checkout under /root, it gets an ambient capability,
 * so that no file permissions have to change.
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
  const who = account === undefined ? '' : ` as user ${account.uid} (it refuses to run as root)`
  throw new OperatorError(
    `PostgreSQL cannot run${who} from ${binaries.postgres} with data in ${folders[0]} (${errorReason(failure)}); set DATA_DIR to a folder that it can reach, or DATABASE_URL to a PostgreSQL of your own.`,
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
      // Otherwise access(2), which PostgreSQL uses to find its programs, ignores capabilities.
      '--securebits=+no_setuid_fixup',
    ])
}

/** Arguments for spawn and execFile. The environment is clean: the caller's PG* variables would change the server. */
export function commandFor(runner: Runner, file: string, args: string[]) {
  const [program = file, ...rest] = [...runner.prefix, file, ...args]
  const identity = runner.prefix.length === 0 ? runner.account : undefined
  const options = { ...identity, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  return [program, rest, options] as const
}
