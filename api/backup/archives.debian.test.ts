import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { ensureDebianPackages } from '../tests/debian-packages.ts'
import { runCommand } from '../tests/server-process.ts'

beforeAll(() => ensureDebianPackages('postgresql'), 300_000)

const folder = join(import.meta.dirname, 'archives')
const names = await readdir(folder)
const programs = { bundled: '', 15: '/usr/lib/postgresql/15/bin' }

it.each(names.flatMap((name) => Object.entries(programs).map((program) => [name, ...program] as const)))(
  'restores %s, of a released version, on the PostgreSQL %s',
  async (name, _, POSTGRES_BIN) => {
    const parent = await mkdtemp(join(tmpdir(), 'founderlist-archive-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 3 }))
    const DATA_DIR = join(parent, 'data')
    const restored = await runCommand('restore.ts', [join(folder, name)], { DATA_DIR, POSTGRES_BIN })
    expect(restored).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Restored \d+ rows, \d+ documents and \d+ files, as they were/,
      ) as string,
    })
    expect((await readdir(DATA_DIR)).toSorted()).toEqual(['content', 'postgres', 'settings.env'])
  },
)
