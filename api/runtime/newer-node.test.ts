import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { findNewerNode } from './newer-node.ts'

const path = process.execPath
const agentOf = (version: string) => `npm/11.19.1 node/v${version} linux x64 workspaces/false`

it.each([
  ['24.22.1', path],
  ['24.100.0', path],
  ['26.12.1', path],
  ['24.21.0', undefined],
  ['24.9.0', undefined],
  ['20.20.2', undefined],
  ['25.9.0', undefined],
  ['27.0.0', undefined],
  ['26.13.0-nightly', undefined],
])('beside Node 24.21.0, a system’s Node %s is used: %s', (version, found) => {
  const variables = { npm_node_execpath: path, npm_config_user_agent: agentOf(version) }
  expect(findNewerNode(variables, '24.21.0')).toBe(found)
})

it.each([{}, { npm_node_execpath: '/nowhere/node', npm_config_user_agent: agentOf('26.12.1') }])(
  'a Node that is unknown or missing is not used: %o',
  (variables) => expect(findNewerNode(variables, '24.21.0')).toBeUndefined(),
)

it('package.json names the supported lines', () => {
  expect(manifest.engines.node).toBe('^24.21.0 || ^26.10.0')
})

it('a program continues in the newer Node with its process id, arguments, options, signals and exit code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-node-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const newer = join(folder, 'node')
  await writeFile(newer, `#!/bin/sh\necho newer\nexec ${path} "$@"`, { mode: 0o755 })
  const script = join(folder, 'script.ts')
  await writeFile(
    script,
    `import { useNewerNode } from '${new URL('newer-node.ts', import.meta.url)}'
    useNewerNode()
    process.on('SIGTERM', () => process.exit(7))
    console.log([process.pid, process.argv[2], process.execArgv].join())
    setInterval(() => {}, 1_000)`,
  )
  const child = spawn(path, ['--max-semi-space-size=16', script, 'word'], {
    env: { ...process.env, npm_node_execpath: newer, npm_config_user_agent: agentOf('26.99.0') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const warnings = text(child.stderr)
  child.stdout
    .setEncoding('utf8')
    .on('data', (chunk: string) => chunk.includes('word') && child.kill('SIGTERM'))
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  expect([code, said.trim().split('\n')]).toEqual([
    7,
    ['newer', `${child.pid},word,--max-semi-space-size=16`],
  ])
  expect(await warnings).toBe('')
})
