import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDebianPackages } from '../../../api/tests/debian-packages.ts'
import { startDocumentedCaddy, startDocumentedNginx } from '../../../api/tests/documented-servers.ts'
import { makeCertificate } from '../../lake/test-support/certificate.ts'

/** An address of this machine that nothing else listens on. */
const host = '127.0.0.2'
const names = ['example.org', 'studio.example.org']

type Ports = { proxy: number; site: number; studio: number }
export type Proxy = { browserArgs: string[] } & AsyncDisposable

/**
 * A web server with its settings from docs/, for a Studio at a host of its own or at a path of the site. `dataFolder`: of
 * the server.
 */
export type StartProxy = (ports: Ports, dataFolder: string, studioPath?: string) => Promise<Proxy>

export const startNginx: StartProxy = (ports, dataFolder, studioPath) =>
  start(['nginx-light', 'libnginx-mod-http-brotli-static'], (files) =>
    startDocumentedNginx({ ...files, ...settingsFor(ports, dataFolder), studioPath }),
  )

export const startCaddy: StartProxy = (ports, dataFolder, studioPath) =>
  start(['caddy'], (files) =>
    startDocumentedCaddy({ ...files, ...settingsFor(ports, dataFolder), studioPath }),
  )

function settingsFor(ports: Ports, dataFolder: string) {
  return { address: { host, port: ports.proxy }, ports, releases: join(dataFolder, 'releases') }
}

type Files = { folder: string; certificate: string; key: string }

/** Runs a proxy with TLS until disposed. A browser started with `browserArgs` finds it, and trusts its certificate. */
async function start(
  debianPackages: string[],
  launch: (files: Files) => Promise<AsyncDisposable>,
): Promise<Proxy> {
  await ensureDebianPackages(...debianPackages, 'openssl')
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
