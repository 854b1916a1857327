import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../tests/server-process.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it.each([
  ['moderate.ts', ['list'], 'postgres'],
  ['data.ts', ['export', 'data.json.gz'], 'postgres'],
  ['sync.ts', [], 'postgres'],
  ['import.ts', ['events.ics'], 'content'],
  ['releases.ts', [], 'releases'],
])(
  '%s says in one sentence that its data folder has nothing, and makes nothing',
  async (script, words, part) => {
    const folder = await makeFolder()
    const ran = await runCommand(script, words, { DATA_DIR: join(folder, 'data') })
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toMatch(
      new RegExp(`^There is nothing at ${folder}/data/${part}: set DATA_DIR[^\\n]+\\n$`),
    )
    expect(await readdir(folder)).toEqual([])
  },
)

it.each([
  ['data.ts', ['export', 'data.json.gz'], 'postgres'],
  ['import.ts', ['events.ics'], 'content'],
])(
  'fault 78: %s makes nothing in an empty folder, as of a volume that is not mounted',
  async (script, words, part) => {
    const DATA_DIR = await makeFolder()
    const folder = join(DATA_DIR, part)
    await mkdir(folder)
    const ran = await runCommand(script, words, { DATA_DIR })
    expect(ran.stderr).toMatch(new RegExp(`^There is nothing at ${folder}: set DATA_DIR`))
    expect(await readdir(folder)).toEqual([])
  },
)

it.each([
  ['build.ts', ['--help'], 'npm run build [folder]'],
  ['build.ts', ['--clean'], 'Unknown option --clean. Usage: npm run build [folder]'],
  [
    'data.ts',
    ['export', 'data.json.gz', 'more'],
    'Unexpected argument more. Usage: npm run data:<export or import> <file>',
  ],
  ['sync.ts', ['--acept'], 'Unknown option --acept. Usage: npm run sync [-- --accept]'],
  ['accept-content.ts', ['now'], 'Unexpected argument now. Usage: npm run content:accept'],
])('%s %j prints what the command takes, and does nothing', async (script, words, line) => {
  const folder = await makeFolder()
  const ran = await runCommand(script, words, { DATA_DIR: join(folder, 'data') })
  expect(ran).toMatchObject({ code: words.includes('--help') ? 0 : 1 })
  expect(ran.stdout + ran.stderr).toBe(`${line}\n`)
  expect(await readdir(folder)).toEqual([])
})

it('sync makes no content folder beside a given database, whose calendar it would empty', async () => {
  const folder = await makeFolder()
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
  const ran = await runCommand('sync.ts', [], { DATA_DIR: folder, DATABASE_URL })
  expect(ran.stderr).toMatch(/^There is nothing at .*\/content: set DATA_DIR or SANITY_PROJECT_ID/)
  expect(await readdir(folder)).toEqual([])
})

it('works on when a reader like “head” closes the pipe', async () => {
  const folder = await makeFolder()
  const script = join(folder, 'command.ts')
  await writeFile(
    script,
    `import { runCommand } from ${JSON.stringify(import.meta.resolve('./run-command.ts'))}
    import { setImmediate } from 'node:timers/promises'
    await runCommand('npm run x', async () => {
      for (let line = 0; line < 3; line += 1) {
        process.stdout.write('a line\\n')
        await setImmediate()
      }
      process.stderr.write('done')
    })`,
  )
  const child = spawn(process.execPath, [script])
  child.stdout.destroy()
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([output, code]).toEqual(['done', 0])
})
