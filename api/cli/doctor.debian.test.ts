import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../site/e2e/support/free-port.ts'
import { ensureDebianPackages } from '../tests/debian-packages.ts'
import { runNginx } from '../tests/nginx.ts'
import { serve } from '../tests/serve.ts'
import { checkProxy } from './doctor.ts'

beforeAll(() => ensureDebianPackages('nginx-light'), 300_000)

const appends = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'

/** What the doctor finds at a site behind nginx, which connects from 127.0.0.2. */
async function examine(trustedProxies: string[], lines: string) {
  const { port } = await serve({ trustedProxies })
  const address = { host: '127.0.0.1', port: await findFreePort() }
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-proxy-'))
  const location = `proxy_pass http://127.0.0.1:${port}; proxy_bind 127.0.0.2; ${lines}`
  const http = `server { listen ${address.host}:${address.port}; location / { ${location} } }`
  const nginx = await runNginx({ folder, address, main: 'master_process off;', http })
  onTestFinished(async () => {
    await nginx[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return checkProxy({
    SITE_URL: `http://127.0.0.1:${address.port}`,
    PORT: port,
    TRUSTED_PROXIES: trustedProxies,
  })
}

it('the doctor tells whether TRUSTED_PROXIES fits the proxy', async () => {
  await expect(examine([], appends)).rejects.toThrow('add 127.0.0.2 to TRUSTED_PROXIES')
  await expect(examine(['127.0.0.3'], appends)).rejects.toThrow('add 127.0.0.2 to TRUSTED_PROXIES')
  await expect(examine(['127.0.0.2'], '')).rejects.toThrow('the proxy 127.0.0.2 sends no X-Forwarded-For')
  await expect(examine(['128.0.0.0/1'], appends)).rejects.toThrow('visitors can choose their address')
  expect(await examine(['127.0.0.2'], appends)).toBe('TRUSTED_PROXIES fits, the server sees 127.0.0.1')
})
