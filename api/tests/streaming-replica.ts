import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { chooseRunner, chownTo, commandFor, findServerAccount } from '../database/embedded/account.ts'
import { startEmbeddedPostgres } from '../database/embedded/start.ts'
import { connect } from '../database/open.ts'
import { checkout } from '../runtime/checkout.ts'

/** Debian's: the npm package has no pg_basebackup. */
const programs = '/usr/lib/postgresql/15/bin'

export type Pair = Awaited<ReturnType<typeof startWithReplica>>

/** A database and its streaming replica, two servers, made as docs/operations/scale.md says. */
export async function startWithReplica() {
  await using opened = new AsyncDisposableStack()
  let ends: AsyncDisposableStack = opened
  const folder = await mkdtemp(join(tmpdir(), 'replica-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const account = await findServerAccount()
  await chownTo(account, folder)
  const primary = await startEmbeddedPostgres({ folder: join(folder, 'primary'), binFolder: programs })
  opened.defer(() => primary.stop())
  const binaries = { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
  const runner = await chooseRunner(account, binaries, [folder])
  const page = await readFile(join(checkout, 'docs/operations/scale.md'), 'utf8')
  const documented = /^pg_basebackup (.*)$/m.exec(page)?.[1]?.split(' ') ?? []

  /** Makes and starts a replica of the server at the host, a socket folder or an address. */
  async function makeReplica(name: string, host: string, ...more: string[]) {
    const [copy, port] = [join(folder, name), String(await findFreePort())]
    const own: Record<string, string> = { '-h': host, '-U': 'postgres', '-D': copy }
    const backup = documented.map((word, index) => own[documented[index - 1] ?? ''] ?? word)
    await promisify(execFile)(...commandFor(runner, join(programs, 'pg_basebackup'), [...backup, ...more]))
    let kill = async () => {}
    /** Again and again while its predecessor still has its memory. */
    async function start(): Promise<void> {
      const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
      const args = ['-D', copy, ...settings.flatMap((setting) => ['-c', setting])]
      for (;;) {
        const [program, words, options] = commandFor(runner, binaries.postgres, args)
        const child = spawn(program, words, { ...options, stdio: 'ignore' })
        const ended = once(child, 'exit')
        kill = async () => {
          child.kill('SIGKILL')
          await ended
        }
        while (child.exitCode === null) if (await answers()) return
        await ended
      }
    }
    const asSuperuser = connect(`postgres://postgres@127.0.0.1:${port}/postgres`, {
      max: 1,
      onnotice: () => {},
    })
    ends.defer(() => asSuperuser.end({ timeout: 0 }))
    const answers = () =>
      asSuperuser`select 1`.then(
        () => true,
        () => false,
      )
    ends.defer(() => kill())
    await start()
    const url = `postgres://founderlist@127.0.0.1:${port}/founderlist`
    return {
      url,
      asSuperuser,
      start,
      kill: () => kill(),
      copy: () => makeReplica('second', '127.0.0.1', '-p', port),
    }
  }

  const replica = await makeReplica('copy', new URL(primary.url).searchParams.get('host') ?? '')
  ends = opened.move()
  return {
    primary: { url: primary.url },
    replica,
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}
