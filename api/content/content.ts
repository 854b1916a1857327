import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ContentSettings } from '#domain/content/content-settings.ts'
import { type Environment, wrongVariable } from '../env.ts'
import { ignoreMissing } from '../runtime/durable-files.ts'
import { startLocalLake } from './local-lake.ts'
import { findStudio } from './studio.ts'
import { webhookSettings } from './webhook.ts'

export type Content = {
  settings: ContentSettings
  /** The secret in use; during a rotation also the one before. */
  webhookSecrets: readonly string[]
  /** May read drafts. */
  token?: string | undefined
  /** May write drafts. */
  writeToken?: string | undefined
  studioOrigins: readonly string[]
  /** Set where this process serves the Studio. */
  studioAddress?: string
  /** A new one-time link to the Studio; its address if it is open. */
  createStudioLink?: () => Promise<string>
} & AsyncDisposable

type Options = {
  checkout: string
  hookUrl?: string
  moderationToken?: string | undefined
  /** Whether the local Studio needs no session. */
  opensStudio?: boolean
  log: (line: string) => void
}

/**
 * Opens the hosted dataset that the environment names, or starts a local Content Lake that sends webhooks to `hookUrl`.
 * Throws OperatorError if `hookUrl` is given and the hosted dataset's webhook has no secret.
 */
export async function openContent(
  environment: Environment,
  { checkout, hookUrl, moderationToken, opensStudio = false, log }: Options,
): Promise<Content> {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset } = environment
  const { SANITY_API_HOST: apiHost, SANITY_READ_TOKEN: token } = environment
  if (projectId !== undefined) {
    const { SANITY_WEBHOOK_SECRET: webhookSecrets } = environment
    if (hookUrl !== undefined && webhookSecrets.length === 0) throw wrongVariable('SANITY_WEBHOOK_SECRET')
    return {
      settings: { projectId, dataset, apiHost, token, perspective: 'published' },
      webhookSecrets,
      token,
      writeToken: environment.SANITY_WRITE_TOKEN,
      studioOrigins: environment.STUDIO_ORIGINS,
      [Symbol.asyncDispose]: async () => {},
    }
  }
  const folder = join(resolve(environment.DATA_DIR), 'content')
  log(`Starting the Content Lake in ${folder}…`)
  const { SITE_URL: siteUrl } = environment
  const webhook = hookUrl === undefined ? undefined : await setUpLocalWebhook(folder, hookUrl)
  const lake = await startLocalLake({
    checkout,
    folder,
    port: environment.STUDIO_PORT,
    studioFolder: await findStudio(checkout),
    webhooks: webhook?.file,
    studioSettings: { siteUrl, moderationToken, connect: [siteUrl], frame: [siteUrl] },
    isOpen: opensStudio,
    log,
  })
  const studioAddress = `http://localhost:${lake.port}`
  const settings = { projectId: 'local', dataset: 'production', apiHost: `http://127.0.0.1:${lake.port}` }
  return {
    settings: { ...settings, token: lake.token, perspective: 'published' },
    webhookSecrets: webhook ? [webhook.secret] : [],
    token: lake.token,
    writeToken: lake.token,
    studioOrigins: ['localhost', '127.0.0.1'].map((host) => `http://${host}:${lake.port}`),
    studioAddress,
    createStudioLink: async () => (opensStudio ? studioAddress : requestStudioLink(lake)),
    [Symbol.asyncDispose]: () => lake[Symbol.asyncDispose](),
  }
}

/**
 * `openContent` for a command that ends: uses the local Content Lake of a running server on the same data folder, or
 * starts one.
 */
export async function findContent(environment: Environment, options: Options): Promise<Content> {
  const lake =
    environment.SANITY_PROJECT_ID === undefined ? await readRunningLake(environment.DATA_DIR) : undefined
  if (!lake) return openContent({ ...environment, STUDIO_PORT: 0 }, options)
  return openContent({ ...environment, SANITY_PROJECT_ID: 'local', ...lake }, options)
}

/** Reads the lake's port and token files (studio/lake/README.md). Pings it, since a killed lake leaves them behind. */
async function readRunningLake(dataFolder: string) {
  const read = (name: string) =>
    readFile(join(resolve(dataFolder), 'content', name), 'utf8').then(
      (text) => text.trim(),
      () => '',
    )
  const [port, token] = [await read('port'), await read('token')]
  if (!port || !token) return undefined
  const SANITY_API_HOST = `http://127.0.0.1:${port}`
  const answer = await fetch(`${SANITY_API_HOST}/v1/ping`).catch(() => undefined)
  return answer?.ok ? { SANITY_API_HOST, SANITY_READ_TOKEN: token, SANITY_WRITE_TOKEN: token } : undefined
}

async function requestStudioLink({ port, token }: { port: number; token: string }): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}/sessions/links`, { method: 'POST', headers })
  if (!answer.ok) throw new Error(`The Content Lake made no link: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { link: string }).link
}

/** Writes the webhooks file of the local Content Lake (studio/lake/README.md). */
async function setUpLocalWebhook(folder: string, url: string): Promise<{ file: string; secret: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const secret = await readOrMakeSecret(join(folder, 'webhook-secret'))
  const file = join(folder, 'webhooks.json')
  const webhook = { id: 'site', name: 'the site', url, secret, ...webhookSettings }
  await writePrivately(file, JSON.stringify([webhook], undefined, 2))
  return { file, secret }
}

async function readOrMakeSecret(path: string): Promise<string> {
  const known = (await readFile(path, 'utf8').catch(ignoreMissing))?.trim()
  if (known) return known
  const secret = randomBytes(32).toString('base64url')
  await writePrivately(path, `${secret}\n`)
  return secret
}

async function writePrivately(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  await rename(draft, path)
}
