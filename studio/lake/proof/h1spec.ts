import { execFile } from 'node:child_process'
import { startServer } from '../../../site/e2e/support/server.ts'
import { checkOut } from './checkout.ts'
import type { Suite } from './suite.ts'

/** HTTP/1.1 against the site, with its examples. */
export const h1specSuite: Suite = {
  title: '[uNetworking/h1spec](https://github.com/uNetworking/h1spec) against the site',
  reasons: [
    [/POST request|Chunked Transfer/, 'expects a server that echoes the body; the site has no `POST /`'],
  ],
  run: async () => {
    const folder = checkOut('uNetworking/h1spec', 'f0a5650a20c575fbea0f7179a3a9cfa50f20ba6e')
    await using resources = new AsyncDisposableStack()
    const site = await startServer({}, 'cli/demo.ts')
    resources.defer(site.stop)
    const deno = ['exec', '--yes', '--prefer-offline', 'deno@2.9.6', '--']
    const args = ['run', '--no-check', '--allow-net', 'http_test.ts', '127.0.0.1', new URL(site.address).port]
    const output = await new Promise<string>((resolve) =>
      execFile('npm', [...deno, ...args], { cwd: folder }, (_, stdout, stderr) => resolve(stdout + stderr)),
    )
    return [...output.matchAll(/^(✅|❌) (.+?): (.+)$/gm)].map(([, mark, name = '', problem]) => ({
      name,
      problem: mark === '✅' ? undefined : problem,
    }))
  },
}
