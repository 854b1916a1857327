import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { cache } from './checkout.ts'
import { startHostedNames } from './hosted-names.ts'
import { startProofLake } from './lake.ts'
import type { Outcome, Suite } from './suite.ts'

/** Commands in this order, each with a text of its output when it works. */
const commands: readonly [command: string, output: string][] = [
  ['projects list', 'local'],
  ['dataset list', 'production'],
  ['documents create post.json', 'post-1'],
  ['documents query *[_type=="post"]', 'A title'],
  ['documents get post-1', 'A title'],
  ['documents validate --yes', 'Valid'],
  ['dataset export production all.tar.gz --overwrite', 'finished'],
  ['documents delete post-1', 'Deleted'],
  ['dataset import all.tar.gz -d production', '1'],
  ['documents get post-1', 'A title'],
  ['migration list', 'rename'],
  ['migration run rename --no-dry-run --no-confirm', '1 mutations'],
  ['documents get post-1', 'A name'],
  ['dataset visibility get production', 'private'],
  ['dataset create other --visibility private', 'created'],
  ['users list', 'Program with the write token'],
  ['cors list', ''],
  ['tokens list', ''],
  ['hooks list', ''],
  ['graphql list', ''],
  ['debug', 'Program with the write token'],
]

const files: Record<string, string> = {
  'package.json': '{"type":"module"}',
  'sanity.cli.js':
    "import { defineCliConfig } from 'sanity/cli'\nexport default defineCliConfig({ api: { projectId: 'local', dataset: 'production' } })\n",
  'sanity.config.js':
    "import { defineConfig } from 'sanity'\nconst post = { name: 'post', type: 'document', fields: [{ name: 'title', type: 'string' }] }\nexport default defineConfig({ projectId: 'local', dataset: 'production', schema: { types: [post] } })\n",
  'post.json': '{"_id":"post-1","_type":"post","title":"A title"}',
  'migrations/rename/index.js':
    "import { at, defineMigration, set } from 'sanity/migrate'\nexport default defineMigration({ title: 'rename', documentTypes: ['post'], migrate: { document: () => at('title', set('A name')) } })\n",
}

/** Sanity's command line, in a project folder with one type and one migration. */
export const cliSuite: Suite = {
  title: 'commands of the `sanity` CLI',
  reasons: [
    [/^sanity dataset create/, 'a lake has one dataset'],
    [/^sanity tokens list/, 'a lake has one token'],
    [/^sanity hooks list/, 'webhooks are in `LAKE_WEBHOOKS`'],
  ],
  run: async () => {
    const cwd = join(cache, 'cli')
    await rm(cwd, { recursive: true, force: true })
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, name)), { recursive: true })
      await writeFile(join(cwd, name), text)
    }
    await using lake = await startProofLake()
    await using hosted = await startHostedNames(lake.port)
    const quiet = { CI: '1', NO_COLOR: '1', NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' }
    const env = { ...process.env, ...quiet, ...hosted.variables, SANITY_AUTH_TOKEN: lake.token }
    const outcomes: Outcome[] = []
    for (const [command, output] of commands) outcomes.push(await runCommand(command, output, { cwd, env }))
    return outcomes
  },
}

export const sanity = join(
  dirname(createRequire(import.meta.url).resolve('sanity/package.json')),
  'bin/sanity',
)

function runCommand(command: string, output: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return new Promise<Outcome>((resolve) =>
    execFile(process.execPath, [sanity, ...command.split(' ')], options, (error, stdout, stderr) => {
      const isRight = error === null && `${stdout}${stderr}`.includes(output)
      resolve({ name: `sanity ${command}`, problem: isRight ? undefined : `${stdout}${stderr}`.trim() })
    }),
  )
}
