import { chmod, chown, cp, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRoot } from './account.ts'
import { findServer, kill, startProgram } from './test-support/processes.ts'
import {
  copyCluster,
  copyNative,
  listNotes,
  makeBase,
  makeScratch,
  query,
  readLog,
  run,
  start,
} from './test-support/scratch.ts'

const holder = join(import.meta.dirname, 'test-support/holder.ts')

async function findUser(folder: string): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'uid=', '-p', String(await findServer(folder))])
  return Number(stdout)
}

test('the server runs as a user other than root, and that user owns the data', async () => {
  const folder = join(await makeScratch(), 'postgres')
  const { url } = await start(folder)
  expect(await query(url, 'select 1')).toEqual([1])
  expect(await findUser(folder)).toBeGreaterThan(0)
  expect(await findUser(folder)).toBe((await stat(folder)).uid)
})

if (isRoot()) {
  const nobody = Number((await run('id', ['-u', 'nobody'])).stdout)

  test('data of an ordinary user keeps its owner, who also gets the log', async () => {
    const folder = await copyCluster(join(await makeScratch(), 'postgres'))
    await run('chown', ['-R', '12345:12345', folder])
    expect(await listNotes((await start(folder)).url)).toEqual(['kept'])
    expect(await findUser(folder)).toBe(12_345)
    expect((await stat(`${folder}.log`)).uid).toBe(12_345)
  })

  test('data that root restored is given to the user that the server runs as', async () => {
    const folder = await copyCluster(join(await makeScratch(), 'postgres'))
    await run('chown', ['-R', '0:0', folder])
    expect(await listNotes((await start(folder)).url)).toEqual(['kept'])
  })

  // The capabilities that Docker leaves to root.
  const container =
    '+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw,+sys_chroot,+mknod,+audit_write,+setfcap'

  // Root's privileges differ: on a machine, in a container by default, and without the right to enter closed folders.
  const roots = {
    'of a machine': [],
    'of a container': ['setpriv', `--bounding-set=-all,${container}`],
    'without privileges': ['setpriv', '--bounding-set=-dac_read_search,-dac_override'],
  }

  async function makeClosedFolder() {
    const closed = join(await makeScratch(), 'closed')
    await mkdir(closed, { mode: 0o700 })
    return { folder: join(closed, 'postgres'), native: await copyNative(join(closed, 'native')) }
  }

  test.for(['of a machine', 'of a container'] as const)(
    'root %s runs a checkout that only root can enter',
    async (kind) => {
      const { folder, native } = await makeClosedFolder()
      const { url, message, child } = await startProgram([
        ...roots[kind],
        process.execPath,
        holder,
        folder,
        native,
      ])
      expect(message).toBe('')
      expect(await query(url, 'select 1')).toEqual([1])
      expect(await findUser(folder)).toBeGreaterThan(0)
      await kill(child, 'SIGTERM')
      expect(await readLog(folder)).toMatch(/database system is shut down\n$/)
    },
  )

  test('root without privileges gets a message that says what it cannot do', async () => {
    const { folder, native } = await makeClosedFolder()
    const command = [...roots['without privileges'], process.execPath, holder, folder, native]
    expect((await startProgram(command)).message).toMatch(
      /^PostgreSQL cannot run as user \d+.* with data in .*closed .*DATABASE_URL/s,
    )
  })

  let installed: Promise<string> | undefined

  /** A checkout that everybody can read, with a Node and a PostgreSQL. */
  async function install(): Promise<string> {
    const app = await makeBase()
    const modules = join(app, 'node_modules')
    await mkdir(modules)
    for (const [from, to] of [
      ['.', 'database/embedded'],
      ['../../runtime', 'runtime'],
    ] as const)
      await cp(join(import.meta.dirname, from), join(app, to), { recursive: true })
    await cp(join(import.meta.dirname, '../../../package.json'), join(app, 'package.json'))
    await cp(join(import.meta.dirname, '../../../node_modules/postgres'), join(modules, 'postgres'), {
      recursive: true,
    })
    await cp(process.execPath, join(app, 'node'))
    await copyNative(join(app, 'native'))
    await run('chmod', ['-R', 'a+rX', app])
    return app
  }

  async function startAsOrdinaryUser(folder: string) {
    const app = await (installed ??= install())
    const command = [
      join(app, 'node'),
      join(app, 'database/embedded/test-support/holder.ts'),
      folder,
      join(app, 'native/bin'),
    ]
    return startProgram(command, { uid: nobody, gid: nobody, cwd: '/' })
  }

  test('an ordinary user starts, stops and starts again', async () => {
    const folder = join(await makeScratch(), 'data', 'postgres')
    const first = await startAsOrdinaryUser(folder)
    expect(first.message).toBe('')
    await query(first.url, `create table notes as select 'kept' as text`)
    expect(await findUser(folder)).toBe(nobody)
    await kill(first.child, 'SIGTERM')
    const second = await startAsOrdinaryUser(folder)
    expect(await listNotes(second.url)).toEqual(['kept'])
    await kill(second.child)
    expect((await startAsOrdinaryUser(folder)).url).toBe(second.url)
  })

  test('an ordinary user gets a message that the data belongs to another user', async () => {
    const folder = join(await makeScratch(), 'postgres')
    await mkdir(folder, { mode: 0o700 })
    await chown(folder, 12_345, 12_345)
    expect((await startAsOrdinaryUser(folder)).message).toMatch(
      /belongs to user 12345 and this process is user \d+; start as root/,
    )
  })

  test('an ordinary user gets a message about a folder that they cannot write to or enter', async () => {
    const parent = join(await makeScratch(), 'parent')
    await mkdir(parent)
    expect((await startAsOrdinaryUser(join(parent, 'postgres'))).message).toMatch(
      /could not be made in .*EACCES/,
    )
    await chmod(parent, 0o700)
    expect((await startAsOrdinaryUser(join(parent, 'postgres'))).message).toMatch(
      /could not be started on .*EACCES/,
    )
  })
}
