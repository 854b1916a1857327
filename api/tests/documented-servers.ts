import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout } from '../runtime/checkout.ts'
import { keepListening } from './listening.ts'
import { runNginx } from './nginx.ts'

export type Documented = {
  /** For its files. */
  folder: string
  /** Where it listens. */
  address: { host: string; port: number }
  /** Several of `site`: nginx spreads requests over them, as docs/operations/scale.md says. */
  ports: { site: number | number[]; studio?: number }
  /** Folder `releases` of the server. */
  releases: string
  /** Path of the Studio on the site's own host. */
  studioPath?: string | undefined
}

type Tls = { certificate: string; key: string }

/** nginx with docs/operations/nginx.conf, without TLS unless it gets a certificate. */
export async function startDocumentedNginx(
  { folder, address, certificate, key = '', studioPath, ...settings }: Documented & Partial<Tls>,
  main = 'master_process off;',
): Promise<AsyncDisposable> {
  const documented = await readDocumented('nginx.conf', settings)
  const listening = (studioPath ? moveLocation(documented, studioPath) : documented).replaceAll(
    'listen 443',
    `listen ${address.host}:${address.port}`,
  )
  const http = certificate
    ? listening
        .replaceAll('/etc/ssl/example.org.pem', certificate)
        .replaceAll('/etc/ssl/example.org.key', key)
    : listening.replaceAll(/ ssl;/g, ';').replaceAll(/^ *ssl_.*\n/gm, '')
  const asRoot = process.getuid?.() === 0 ? 'user root;' : ''
  const brotli = 'load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;'
  return runNginx({ folder, address, main: `${asRoot} ${brotli} ${main}`, http })
}

/** Caddy with docs/operations/Caddyfile. */
export async function startDocumentedCaddy({
  folder,
  address,
  certificate,
  key,
  studioPath,
  ...settings
}: Documented & Tls): Promise<AsyncDisposable> {
  const documented = await readDocumented('Caddyfile', settings)
  const text = (studioPath ? moveProxy(documented, studioPath) : documented).replaceAll(
    /^(\S+) {$/gm,
    `https://$1:${address.port} {\n\tbind ${address.host}\n\ttls ${certificate} ${key}`,
  )
  const file = join(folder, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`)
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  return keepListening(spawn('caddy', args, { env, stdio: 'ignore' }), address)
}

async function readDocumented(name: string, { ports, releases }: Pick<Documented, 'ports' | 'releases'>) {
  const [first, ...others] = [ports.site].flat()
  const read = (page: string) => readFile(join(checkout, 'docs/operations', page), 'utf8')
  const [, upstream = ''] = /```nginx\n(upstream .*?)```/s.exec(await read('scale.md')) ?? []
  const alone = await read(name)
  const text = others.length === 0 ? alone : upstream + alone.replaceAll('127.0.0.1:4321', 'founderlist')
  return others
    .reduce((written, port, index) => written.replaceAll(`:${4322 + index};`, `:${port};`), text)
    .replaceAll(':4321', `:${first}`)
    .replaceAll(':3333', `:${ports.studio ?? 3333}`)
    .replaceAll('/var/lib/founderlist/releases', releases)
}

/** As docs/operations/deploy.md says: the Studio's location goes into the server of the site, above the release. */
function moveLocation(documented: string, path: string): string {
  const studio = documented.slice(documented.lastIndexOf('\nserver {'))
  const location = /^ {2}location \/ [^}]*}\n/m.exec(studio)?.[0].replace('/', `~ ^${path}(/|$)`) ?? ''
  return documented.replace(studio, '\n').replace(/^ {2}# Text pages/m, `${location}$&`)
}

function moveProxy(documented: string, path: string): string {
  const studio = documented.slice(documented.indexOf('studio.example.org'))
  const line = /reverse_proxy .*/.exec(studio)?.[0] ?? ''
  return documented.replace(studio, '').replace('\troot', `\thandle ${path}* {\n\t\t${line}\n\t}\n\troot`)
}
