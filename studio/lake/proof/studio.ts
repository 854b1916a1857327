import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { checkOut } from './checkout.ts'
import { sanity } from './cli.ts'
import { startHostedNames } from './hosted-names.ts'
import { startProofLake } from './lake.ts'
import type { Outcome, Suite } from './suite.ts'

type Group = { title: string; suites?: Group[]; specs: Spec[] }
type Spec = {
  title: string
  tests: {
    status: 'expected' | 'unexpected' | 'skipped'
    results: { errors: { message: string }[] }[]
  }[]
}

const studio = 'dev/studio-e2e-testing'
const install = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-package-lock']

/** What the Studio of the tests imports, besides the packages that are installed here. */
const dependencies = {
  '@repo/tsconfig': 'file:packages/@repo/tsconfig',
  '@sanity/google-maps-input': '6.1.13',
  '@sanity/language-filter': '5.0.23',
  '@sanity/vision': '6.16.0',
  '@turf/helpers': '7.4.0',
  '@turf/points-within-polygon': '7.4.0',
  'react-icons': '5.7.0',
  'sanity-plugin-internationalized-array': '5.1.27',
  'sanity-plugin-media': '6.1.3',
}

/** Replaces files of the repository, whose own are for its workspaces, and the service that keeps screenshots. */
const files: Record<string, string> = {
  'package.json': JSON.stringify({ private: true, dependencies }),
  [`${studio}/sanity.cli.ts`]: `
    import { defineCliConfig } from 'sanity/cli'
    export default defineCliConfig({
      api: { projectId: 'local', dataset: 'production' },
      vite: {
        define: {
          'process.env.SANITY_E2E_PROJECT_ID': '"local"',
          'process.env.SANITY_E2E_DATASET': '"production"',
          'process.env.SANITY_E2E_DATASET_CHROMIUM': '""',
          'process.env.SANITY_E2E_DATASET_FIREFOX': '""',
        },
        resolve: {
          alias: { 'sanity-test-studio': new URL('../test-studio', import.meta.url).pathname },
          dedupe: ['@sanity/client', '@sanity/types', '@sanity/ui', '@sanity/util', 'react-rx', 'rxjs', 'ui5'],
        },
      },
    })`,
  'e2e/node_modules/@chromatic-com/playwright/index.js': `
    exports.test = require('@playwright/test').test
    exports.takeSnapshot = async () => {}`,
}

/** The browser tests of the Studio, unmodified, with the Studio that is installed here. */
export const studioSuite: Suite = {
  title: 'browser tests of the Studio in [sanity-io/sanity](https://github.com/sanity-io/sanity)',
  reasons: [
    [/\nskipped$/, 'skipped by their authors'],
    [/^(?:comments|tasks|variants)\/.*\nnot run$/, 'not run: comments, tasks and variants are hosted only'],
    [/^presentation\/.*\nnot run$/, 'not run: they show a page of another host'],
    [/^default-layout\/versionStatus/, 'a lake’s page asks no other host for newer Studios'],
    [/^desk\/documentList/, 'expects event streams over HTTP; here they are WebSockets'],
    [/^expanded-document.*enhanced object dialog/, 'expects that a title has not arrived yet'],
    [/^expanded-document.*middle pane|^pte\/FullScreenEscape/, 'other layout: fonts, and a newer Studio'],
  ],
  run: async () => {
    const folder = checkOut('sanity-io/sanity', '1d2054b75f4b2ea0c5cb5a7d974931ba2a9c10ee')
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    if (!existsSync(join(folder, 'node_modules'))) await promisify(execFile)('npm', install, { cwd: folder })
    await build(join(folder, studio))

    const variables = { LAKE_OPEN: '1', LAKE_STUDIO_FOLDER: join(folder, studio, 'dist') }
    await using lake = await startProofLake(variables)
    await using hosted = await startHostedNames(lake.port)
    const env = {
      ...process.env,
      ...hosted.variables,
      PROOF_TESTS: join(folder, 'e2e/tests'),
      PROOF_ADDRESS: `http://localhost:${lake.port}`,
      SANITY_E2E_PROJECT_ID: 'local',
      SANITY_E2E_DATASET: 'production',
      SANITY_E2E_SESSION_TOKEN: lake.token,
    }
    const listed = await runPlaywright({ ...env, PROOF_ALL: '1' }, '--list')
    const outcomes = await runPlaywright(env)
    const run = new Set(outcomes.map(({ name }) => name))
    const others = listed.filter(({ name }) => !run.has(name))
    return [...outcomes, ...others.map(({ name }) => ({ name, problem: 'not run' }))]
  },
}

/** Where the lake's page sends the requests of the Studio on to the lake. The Studio's own is for tests at Sanity. */
async function build(cwd: string): Promise<void> {
  const config = join(cwd, 'sanity.config.ts')
  const text = await readFile(config, 'utf8')
  await writeFile(config, text.replaceAll('https://api.sanity.work', 'https://api.sanity.io'))
  await promisify(execFile)(process.execPath, [sanity, 'build', '--yes'], { cwd })
}

async function runPlaywright(env: Record<string, string | undefined>, ...options: string[]) {
  const config = join(import.meta.dirname, 'studio.config.ts')
  const report = join(`${env['PROOF_TESTS']}`, '../report.json')
  const args = ['playwright', 'test', '--config', config, ...options]
  const child = spawn('npx', args, {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stdio: 'inherit',
  })
  await once(child, 'close')
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as { suites: Group[] }
  return suites.flatMap((group) => readOutcomes(group))
}

function readOutcomes({ title, suites = [], specs }: Group, path = ''): Outcome[] {
  const prefix = `${path}${title} › `
  const own = specs.map(({ title: name, tests: [test] }) => {
    const problem = test?.results
      .at(-1)
      ?.errors.map(({ message }) => message)
      .join('\n')
    return { name: prefix + name, problem: test?.status === 'expected' ? undefined : problem || 'skipped' }
  })
  return [...own, ...suites.flatMap((group) => readOutcomes(group, prefix))]
}
