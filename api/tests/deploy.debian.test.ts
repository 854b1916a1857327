import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { validate } from 'dockerfile-utils'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import manifest from '../../package.json' with { type: 'json' }
import { checkout } from '../runtime/checkout.ts'
import { openBlackHole } from './black-hole.ts'
import { openEmptyDatabase } from './database.ts'
import { ensureDebianPackages } from './debian-packages.ts'
import { pollOptions } from './poll-options.ts'

beforeAll(() => ensureDebianPackages('debootstrap', 'python3-yaml', 'systemd'), 600_000)

const run = promisify(execFile)
const read = (path: string) => readFile(join(checkout, path), 'utf8')

type Step = { instruction: string; words: string }

/** The stages of the Dockerfile. */
async function readStages(): Promise<Step[][]> {
  const text = (await read('Dockerfile')).replaceAll(/^#.*\n/gm, '').replaceAll('\\\n', '')
  const steps = Array.from(text.matchAll(/^([A-Z]+) (.*)$/gm), ([, instruction = '', words = '']) => ({
    instruction,
    words,
  }))
  const starts = steps.flatMap(({ instruction }, index) => (instruction === 'FROM' ? [index] : []))
  return starts.map((start, index) => steps.slice(start, starts[index + 1]))
}

const find = (stage: Step[], name: string) =>
  stage.find(({ instruction }) => instruction === name)?.words.replace(/^.*?CMD /, '') ?? ''

/** What the base image has: an empty Debian with Node and npm. */
async function makeBase(folder: string): Promise<string> {
  const root = join(folder, 'base')
  // Its mounts end with it.
  const words = ['--mount', 'debootstrap', '--variant=minbase', 'bookworm', root]
  await run('unshare', words, { maxBuffer: 2 ** 24 })
  await cp(process.execPath, join(root, 'usr/local/bin/node'))
  const { stdout } = await run('sh', ['-c', 'readlink -f "$(command -v npm)"'])
  const npm = dirname(dirname(stdout.trim()))
  await cp(npm, join(root, 'usr/local/lib/npm'), { recursive: true })
  const certificates = 'etc/ssl/certs/ca-certificates.crt'
  await mkdir(dirname(join(root, certificates)), { recursive: true })
  await cp(join('/', certificates), join(root, certificates))
  await cp('/etc/hosts', join(root, 'etc/hosts'))
  await run('ln', ['-s', '../lib/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')])
  return root
}

/** The words that run a command in a root, with the machine's network and the host's cache of npm. */
function enter(root: string, before: string, command: string): [string, string[]] {
  const cache = process.env['npm_config_cache'] ?? join(process.env['HOME'] ?? '/root', '.npm')
  const mounts = [
    `cd ${root}`,
    'mount -t proc proc proc',
    'mount --rbind /dev dev',
    'cp /etc/resolv.conf etc/resolv.conf',
    `mkdir -p tmp/cache && { [ ! -d ${cache} ] || mount --bind ${cache} tmp/cache; }`,
    before,
  ]
  return ['unshare', ['--mount', 'sh', '-ec', `${mounts.join('\n')}\n${command}`]]
}

const bare =
  'env -i HOME=/root PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin npm_config_cache=/tmp/cache npm_config_prefer_offline=true'

/** Runs the steps of a stage in its root. */
async function build(stage: Step[], { root, others }: { root: string; others: Record<string, string> }) {
  const app = join(root, 'app')
  await mkdir(app)
  for (const { instruction, words } of stage) {
    if (instruction === 'RUN') {
      const quoted = `cd /app && ${words}`.replaceAll("'", `'\\''`)
      await run(...enter(root, '', `${bare} chroot . sh -c '${quoted}'`), { maxBuffer: 2 ** 26 })
    } else if (instruction === 'COPY') {
      const names = words.split(' ')
      const target = resolve(app, names.pop() ?? '')
      const from = /--from=(\w+)/.exec(names[0] ?? '')?.[1]
      const source = from === undefined ? join(others['context'] ?? '', '.') : (others[from] ?? '')
      for (const name of from === undefined ? names : names.slice(1)) {
        const isFolder = name === '.' || from !== undefined
        await mkdir(target, { recursive: true })
        await cp(join(source, name), isFolder ? target : join(target, name.split('/').at(-1) ?? ''), {
          recursive: true,
        })
      }
    }
  }
}

/** The commands of a section of a page, or of the whole page, in one script for each block. */
async function readBlocks(title: string, name = 'deploy.md'): Promise<string[]> {
  const page = await read(`docs/operations/${name}`)
  const section = title === '' ? page : (page.split(/^## /m).find((text) => text.startsWith(title)) ?? '')
  return Array.from(section.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block)
}

/** Runs a server in a read-only root, as a user without rights. */
async function serveIn(root: string, start: { user: string; folder: string; env: string; command: string }) {
  const { url } = await openEmptyDatabase()
  const { url: overTcp } = await openBlackHole(url)
  const port = await findFreePort()
  const own = `PORT=${port} STUDIO_PORT=0 DATABASE_URL='${overTcp}'`
  const readOnly = [
    'umount tmp/cache || true; mount -t tmpfs tmpfs tmp',
    `mount --rbind ${root} ${root}; mount --bind ${root}/var/lib/founderlist ${root}/var/lib/founderlist`,
    `mount -o remount,ro,bind ${root}; cd ${root}`,
  ].join('\n')
  const inside = (command: string) => {
    const quoted = `cd ${start.folder} && exec ${command}`.replaceAll("'", `'\\''`)
    const env = `${bare} ${start.env} ${own}`
    return enter(root, readOnly, `exec ${env} chroot --userspec=${start.user} . sh -c '${quoted}'`)
  }
  const server = spawn(...inside(start.command))
  const ended = once(server, 'close')
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await ended
  })
  let output = ''
  server.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  await vi.waitUntil(() => output.includes('The site: ') || server.exitCode !== null, pollOptions)
  expect(output).toContain('The site: ')
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  return { inside }
}

it('the commands of deploy.md and of the image make servers that need no root and no writable root', async () => {
  const folder = await mkdtemp('/var/tmp/founderlist-deploy-')
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const base = await makeBase(folder)
  const context = join(folder, 'context')
  await mkdir(context)
  const files = 'git ls-files --cached --others --exclude-standard -z'
  await run('sh', ['-c', `${files} | xargs -0 cp --parents -t ${context}`], { cwd: checkout })

  const built = join(folder, 'built')
  await run('cp', ['-a', base, built])
  await cp(context, join(built, 'opt/founderlist'), { recursive: true })
  const [install = '', ownDatabase = '', invite = '', others = ''] = await readBlocks('One machine')
  for (const path of ['etc/caddy', 'etc/systemd/system']) await mkdir(join(built, path), { recursive: true })
  const stub = '#!/bin/sh\necho "${0##*/} $*" >> /stubbed\n'
  for (const name of ['apt-get', 'systemctl'])
    await writeFile(join(built, 'usr/local/bin', name), stub, { mode: 0o755 })
  const script = join(built, 'install.sh')
  await writeFile(script, `set -e\n${install}${ownDatabase}`)
  await run(...enter(built, '', `${bare} chroot . sh /install.sh`), { maxBuffer: 2 ** 26 })
  expect(await sizeOf(join(built, 'opt/founderlist/node_modules'))).toBeLessThanOrEqual(400)
  await mkdir(join(built, 'var/lib/founderlist'))
  await run('chroot', [built, 'chown', 'founderlist:', '/var/lib/founderlist'])
  const [, restore = ''] = await readBlocks('Restore', 'backup.md')
  const archive = 'cd /opt/founderlist\ncp api/backup/archives/1.0.0.tar.gz backup.tar.gz\n'
  await writeFile(script, `set -e\n${archive}${restore}`)
  const restored = await run(...enter(built, '', `${bare} chroot . sh /install.sh`))
  expect(restored.stdout).toContain('Restored ')
  await run('chroot', [built, 'sh', '-ec', 'cd /var/lib; rm -r founderlist; mv founderlist.old founderlist'])

  const unit = await read('docs/operations/founderlist.service')
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const variables = (await readFile(join(built, 'etc/founderlist.env'), 'utf8')).trim().split('\n')
  const { inside: onMachine } = await serveIn(built, {
    user: setting('User'),
    folder: setting('WorkingDirectory'),
    env: [setting('Environment'), ...variables].join(' '),
    command: setting('ExecStart'),
  })
  const asUser = invite.trim().replace('runuser -u founderlist -- ', '')
  expect((await run(...onMachine(asUser))).stdout).toContain('https://studio.example.org/')
  const [, doctor = ''] = /^runuser -u founderlist -- (.*)$/m.exec(others) ?? []
  const examined = await run(...onMachine(doctor)).catch(({ stdout }: { stdout: string }) => ({ stdout }))
  expect(examined.stdout).toContain('✔ data: ')

  const [first = [], second = []] = await readStages()
  const builds = first.filter(({ instruction }) => instruction === 'RUN').map(({ words }) => words)
  expect(install.split('\n')).toEqual(expect.arrayContaining(builds))
  const root = join(folder, 'root')
  await run('ln', ['-s', 'opt/founderlist', join(built, 'app')])
  await run('cp', ['-a', base, root])
  await build(second, { root, others: { context, build: built } })
  expect(await sizeOf(join(root, 'app'))).toBeLessThan(250)
  const words = (name: string) =>
    (JSON.parse(find(second, name)) as string[]).map((word) => `'${word}'`).join(' ')
  const { inside } = await serveIn(root, {
    user: find(second, 'USER'),
    folder: '/app',
    env: find(second, 'ENV'),
    command: words('CMD'),
  })
  await run(...inside(words('HEALTHCHECK')))
}, 1_200_000)

async function sizeOf(path: string): Promise<number> {
  return Number.parseInt((await run('du', ['-sm', path])).stdout)
}

it('the unit is valid, and starts what `npm start` starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-unit-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const unit = await read('docs/operations/founderlist.service')
  const file = join(folder, 'founderlist.service')
  await writeFile(file, unit.replaceAll('/opt/founderlist', resolve(checkout)))
  const verified = await run('systemd-analyze', ['verify', file])
  expect(verified).toEqual({ stdout: '', stderr: '' })
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
  const [, variables = '', command = ''] = /^(\S+) exec node (.*)$/.exec(manifest.scripts.start) ?? []
  expect(unit).toContain(`/.bin/node ${command}\n`)
  expect(unit).toContain(variables)
  const [, image = []] = await readStages()
  expect((JSON.parse(find(image, 'CMD')) as string[]).join(' ')).toBe(`node ${command}`)
  expect(find(image, 'ENV')).toContain(variables)
})

it('the Dockerfile has no findings', async () => {
  expect(validate(await read('Dockerfile'))).toEqual([])
})

it('compose.yaml starts the image with Postgres 18 and the documented Caddyfile', async () => {
  const script = 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)'
  const { stdout } = await run('sh', ['-c', `python3 -c '${script}' < compose.yaml`], { cwd: checkout })
  const { services, volumes } = JSON.parse(stdout) as {
    services: Record<string, Record<string, unknown> & { volumes: string[] }>
    volumes: object
  }
  const sources = Object.values(services).flatMap((service) =>
    service.volumes.map((name) => name.split(':')[0]),
  )
  const known = ['./docs/operations/Caddyfile', ...Object.keys(volumes)]
  expect(new Set(sources)).toEqual(new Set(known))
  expect(services['app']).toMatchObject({ build: '.', read_only: true, tmpfs: ['/tmp'] })
  expect(services['postgres']?.['image']).toBe('postgres:18')
  expect(services['caddy']?.['network_mode']).toBe('service:app')
  const [words = ''] = await readBlocks('Containers')
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-compose-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const commands = words.split('\n').filter((line) => !line.startsWith('docker '))
  await run('sh', ['-ec', commands.join('\n')], { cwd: folder })
  const set = (await readFile(join(folder, '.env'), 'utf8')).matchAll(/^(\w+)=.+$/gm)
  const needed = (await read('compose.yaml')).matchAll(/\$\{(\w+):\?\}/g)
  expect(new Set(Array.from(set, ([, name]) => name))).toEqual(
    new Set(Array.from(needed, ([, name]) => name)),
  )
})

/** By other tests, or (the first) as a step of the image. */
const runElsewhere = [
  'npm ci --omit=dev',
  'DATABASE_URL=postgres://role:password@host:5432/name npm start',
  'apt-get install postgresql',
  'POSTGRES_BIN=/usr/lib/postgresql/15/bin npm start',
  'SITE_URL=https://example.org STUDIO_URL=https://studio.example.org TRUSTED_PROXIES=127.0.0.1 npm start',
  'npm run editors -- add "Ana Silva" --role administrator',
]

it('tests run every command of deploy.md, but not Docker', async () => {
  const [all, ...others] = await Promise.all(
    ['', 'One machine', 'Containers'].map((title) => readBlocks(title)),
  )
  const rest = (all ?? []).filter((block) => !others.flat().includes(block))
  expect(rest.join('').trim().split('\n')).toEqual(runElsewhere)
})
