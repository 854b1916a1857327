import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkOut } from './checkout.ts'
import { startHostedNames } from './hosted-names.ts'
import { startProofLake } from './lake.ts'
import type { Suite } from './suite.ts'

type Report = {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

const { resolve } = createRequire(import.meta.url)
const vitest = join(dirname(resolve('vitest/package.json')), 'vitest.mjs')

/** The integration tests of @sanity/client, unmodified, with the client that is installed here. */
export const clientSuite: Suite = {
  title: 'integration tests of [sanity-io/client](https://github.com/sanity-io/client)',
  reasons: [
    [
      /^a prompt action|Media Library|^mediaLibrary/,
      'agent actions and the Media Library are services of their own',
    ],
    [/resultSourceMap|^a stega-enabled/, 'no source maps'],
    [/malformed query/, 'groq-js words syntax errors differently'],
  ],
  run: async () => {
    const cwd = checkOut('sanity-io/client', '9e7e53db176ab4cb5ce44d9843a86538e2b6d71d')
    // The tests import @sanity/client, which in that folder is the folder itself.
    const built = join(cwd, 'dist')
    await rm(built, { force: true })
    await symlink(join(dirname(resolve('@sanity/client/package.json')), 'dist'), built)
    await using lake = await startProofLake()
    await using hosted = await startHostedNames(lake.port)
    await using folder = await mkdtempDisposable(join(tmpdir(), 'proof-'))
    const report = join(folder.path, 'report.json')
    const args = [
      'run',
      '--config',
      'vitest.integration.config.ts',
      '--reporter=json',
      `--outputFile=${report}`,
    ]
    const env = {
      ...process.env,
      ...hosted.variables,
      SANITY_INTEGRATION_PROJECT_ID: 'local',
      SANITY_INTEGRATION_DATASET: 'production',
      SANITY_INTEGRATION_TOKEN: lake.token,
      SANITY_INTEGRATION_ORG_TOKEN: lake.token,
    }
    await new Promise((done) => execFile(process.execPath, [vitest, ...args], { cwd, env }, done))
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ fullName, status, failureMessages }) => ({
        name: fullName,
        problem: status === 'passed' ? undefined : failureMessages.join('\n'),
      }))
  },
}
