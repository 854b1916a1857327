import { spawn } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackages } from '../../../api/tests/debian-packages.ts'
import { keepListening } from '../../../api/tests/listening.ts'
import { runNginx } from '../../../api/tests/nginx.ts'
import { makeCertificate } from '../../lake/test-support/certificate.ts'
import { checkout } from './built-studio.ts'

/** An address of this machine that nothing else listens on. */
const host = '127.0.0.2'
const names = ['example.org', 'studio.example.org']

type Ports = { proxy: number; site: number; studio: number }
export type Proxy = { browserArgs: string[] } & AsyncDisposable

/** A proxy with its example from docs/operations.md, for a Studio at a host of its own or at a path of the site. */
export type StartProxy = (ports: Ports, studioPath?: string) => Promise<Proxy>

export const startNginx: StartProxy = (ports, studioPath) =>
  start('nginx-light', async ({ folder, certificate, key }) => {
    const documented = await readExample('nginx', ports)
    const http = (studioPath ? moveLocation(documented, studioPath) : documented)
      .replaceAll('listen 443', `listen ${host}:${ports.proxy}`)
      .replaceAll('/etc/ssl/example.org.pem', certificate)
      .replaceAll('/etc/ssl/example.org.key', key)
    return runNginx({ folder, address: { host, port: ports.proxy }, main: 'master_process off;', http })
  })

export const startCaddy: StartProxy = (ports, studioPath) =>
  start('caddy', async ({ folder, certificate, key }) => {
    const documented = await readExample('caddy', ports)
    const example = (studioPath ? moveProxy(documented, studioPath) : documented).replaceAll(
      /^(\S+) {$/gm,
      `https://$1:${ports.proxy} {\n  bind ${host}\n  tls ${certificate} ${key}`,
    )
    const file = join(folder, 'Caddyfile')
    await writeFile(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${example}`)
    const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    const args = ['run', '--config', file, '--adapter', 'caddyfile']
    return keepListening(spawn('caddy', args, { env, stdio: 'ignore' }), { host, port: ports.proxy })
  })

async function readExample(language: 'nginx' | 'caddy', { site, studio }: Ports): Promise<string> {
  const text = await readFile(join(checkout, 'docs/operations.md'), 'utf8')
  const example = new RegExp(`\`\`\`${language}\n([^\`]+)\`\`\``).exec(text)?.[1] ?? ''
  return example.replaceAll(':4321', `:${site}`).replaceAll(':3333', `:${studio}`)
}

/** As the text below the examples says: the Studio's location goes into the server of the site. */
function moveLocation(example: string, path: string): string {
  const [site = '', studio = ''] = example.split(/(?<=^}\n)(?=server)/m).slice(-2)
  const location = /^ {2}location \/ [^}]*}\n/m.exec(studio)?.[0].replace('/', `~ ^${path}(/|$)`) ?? ''
  return example.replace(studio, '').replace(site, site.replace(/}\n$/, `${location}}\n`))
}

function moveProxy(example: string, path: string): string {
  const [site = '', studio = ''] = example.split(/(?<=^}\n)/m)
  const line = /reverse_proxy .*\n/.exec(studio)?.[0].replace('reverse_proxy', `reverse_proxy ${path}*`)
  return site.replace('  reverse_proxy', `  ${line}  reverse_proxy`)
}

type Files = { folder: string; certificate: string; key: string }

/** Runs a proxy with TLS until disposed. A browser started with `browserArgs` finds it, and trusts its certificate. */
async function start(
  debianPackage: string,
  launch: (files: Files) => Promise<AsyncDisposable>,
): Promise<Proxy> {
  await ensureDebianPackages(debianPackage, 'openssl')
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'proxy-'))).path
  const { certificate, key } = await makeCertificate(folder, ...names)
  opened.use(await launch({ folder, certificate, key }))
  const { publicKey } = new X509Certificate(await readFile(certificate))
  const spki = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  const running = opened.move()
  return {
    browserArgs: [
      // Passkeys need a certificate that the browser takes as valid.
      `--ignore-certificate-errors-spki-list=${spki}`,
      `--host-resolver-rules=${names.map((name) => `MAP ${name} ${host}`).join(',')}`,
    ],
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
