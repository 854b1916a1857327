import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ContentSettings } from '#domain/content/content-settings.ts'
import { type Environment, wrongVariable } from '../env.ts'
import { ignoreMissing, writeAtomically } from '../runtime/durable-files.ts'
import { startLocalLake } from './local-lake.ts'
import type { ContentLostError } from './content-lost.ts'
import { assertNothingKnown, identifyContent, type Identity } from './source.ts'
import { basePathOf, findStudio } from './studio.ts'
import { webhookSettings } from './webhook.ts'

export type Content = {
  settings: ContentSettings
  /** Asks the content for its source, and whether it has a revision. Rejects with ContentError. */
  identify: (revision?: string) => Promise<Identity>
  /** Set if there is no content to use: nothing may be published or swept. */
  lost?: ContentLostError
  /** The secret in use; during a rotation also the one before. */
  webhookSecrets: readonly string[]
  /** May read drafts. */
  token?: string | undefined
  /** May write drafts. */
  writeToken?: string | undefined
  /** Opens the moderation desk. For the local Studio a random one, which signs the tokens of its people. */
  moderationToken?: string | undefined
  studioOrigins: readonly string[]
  /** Set where this process serves the Studio. */
  studioAddress?: string
  /** Opens the Studio once; its address if it needs no session. */
  studioLink?: string
} & AsyncDisposable

type Options = {
  checkout: string
  hookUrl?: string
  /** Whether the local Studio needs no session. */
  opensStudio?: boolean
  /** No new Content Lake is made if its rows came from content. */
  database?: Promise<{ url: string }>
  /** The operator accepts a new Content Lake in any case. */
  acceptsNew?: boolean
  log: (line: string) => void
}

/**
 * Opens the hosted dataset or the running Content Lake that the environment names, or starts a local Content Lake that
 * sends webhooks to `hookUrl`. Throws OperatorError if `hookUrl` is given and the hosted dataset's webhook has no secret;
 * ContentLostError if the local Content Lake is damaged, or missing beside a database or releases that have content.
 */
export async function openContent(
  environment: Environment,
  { checkout, hookUrl, opensStudio = false, database, acceptsNew = false, log }: Options,
): Promise<Content> {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset } = environment
  const { SANITY_API_HOST: apiHost, SANITY_READ_TOKEN: token, CONTENT_FOLDER: shared } = environment
  if (shared !== undefined) return openShared(shared, environment)
  if (projectId !== undefined) {
    const { SANITY_WEBHOOK_SECRET: webhookSecrets } = environment
    if (hookUrl !== undefined && webhookSecrets.length === 0) throw wrongVariable('SANITY_WEBHOOK_SECRET')
    const settings = { projectId, dataset, apiHost, token, perspective: 'published' } as const
    return {
      settings,
      identify: (revision) => identifyContent(settings, revision),
      webhookSecrets,
      token,
      writeToken: environment.SANITY_WRITE_TOKEN,
      moderationToken: environment.MODERATION_TOKEN,
      studioOrigins: environment.STUDIO_ORIGINS,
      [Symbol.asyncDispose]: async () => {},
    }
  }
  const folder = join(resolve(environment.DATA_DIR), 'content')
  log(`Starting the Content Lake in ${folder}…`)
  const { SITE_URL: siteUrl, MODERATION_TOKEN: moderationToken = makeSecret() } = environment
  const { STUDIO_URL: publicUrl } = environment
  const isOpen = opensStudio && publicUrl === undefined
  const webhook = hookUrl === undefined ? undefined : await setUpLocalWebhook(folder, hookUrl)
  const lake = await startLocalLake({
    checkout,
    folder,
    port: environment.STUDIO_PORT,
    host: environment.STUDIO_HOST,
    publicUrl,
    trustedProxies: environment.TRUSTED_PROXIES,
    studioFolder: await findStudio(checkout, basePathOf(environment)),
    webhooks: webhook?.file,
    siteSecret: moderationToken,
    studioSettings: { siteUrl, connect: [siteUrl], frame: [siteUrl] },
    isOpen,
    ...(!acceptsNew && { assertMayBeNew: () => assertNothingKnown(environment, database) }),
    log,
  })
  const studioAddress = publicUrl ?? `http://localhost:${lake.port}`
  return {
    ...describeLake(lake, publicUrl),
    webhookSecrets: webhook ? [webhook.secret] : [],
    writeToken: lake.token,
    moderationToken,
    studioAddress,
    studioLink: isOpen ? studioAddress : lake.link,
    [Symbol.asyncDispose]: () => lake[Symbol.asyncDispose](),
  }
}

export function describeLake({ port, token }: { port: number; token: string }, publicUrl?: string) {
  const apiHost = `http://127.0.0.1:${port}`
  const settings = {
    projectId: 'local',
    dataset: 'production',
    apiHost,
    token,
    perspective: 'published',
  } as const
  return {
    settings,
    identify: (revision?: string) => identifyContent(settings, revision),
    token,
    studioOrigins: [
      ...['localhost', '127.0.0.1'].map((host) => `http://${host}:${port}`),
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]),
    ],
  }
}

/**
 * The Content Lake that another server runs in the folder. Its port is STUDIO_PORT while that server is stopped. Throws
 * OperatorError if no server has ever used the folder.
 */
async function openShared(
  folder: string,
  { STUDIO_PORT, STUDIO_URL, MODERATION_TOKEN: moderationToken }: Environment,
): Promise<Content> {
  const [port, token, secret] = await readFiles(folder, 'port', 'token', 'webhook-secret')
  if (!token || !secret) throw wrongVariable('CONTENT_FOLDER')
  const lake = useLake({ port: Number(port) || STUDIO_PORT, token }, STUDIO_URL)
  return { ...lake, webhookSecrets: [secret], moderationToken }
}

/**
 * `openContent` for a command that ends: uses the local Content Lake of a running server on the same data folder, or
 * starts one.
 */
export async function findContent(environment: Environment, options: Options): Promise<Content> {
  const { SANITY_PROJECT_ID, CONTENT_FOLDER, DATA_DIR } = environment
  const isLocal = SANITY_PROJECT_ID === undefined && CONTENT_FOLDER === undefined
  const lake = isLocal ? await findRunningLake(join(DATA_DIR, 'content')) : undefined
  return lake ? useLake(lake) : openContent({ ...environment, STUDIO_PORT: 0 }, options)
}

/** A Content Lake that another process runs. */
function useLake(lake: { port: number; token: string }, publicUrl?: string): Content {
  const writeToken = lake.token
  return {
    ...describeLake(lake, publicUrl),
    webhookSecrets: [],
    writeToken,
    [Symbol.asyncDispose]: async () => {},
  }
}

/** Reads the lake's port and token files (studio/lake/README.md). Pings it, since a killed lake leaves them behind. */
export async function findRunningLake(folder: string): Promise<{ port: number; token: string } | undefined> {
  const [port, token] = await readFiles(folder, 'port', 'token')
  if (!port || !token) return undefined
  const answer = await fetch(`http://127.0.0.1:${port}/v1/ping`).catch(() => undefined)
  return answer?.ok ? { port: Number(port), token } : undefined
}

function readFiles(folder: string, ...names: string[]): Promise<string[]> {
  const read = (name: string) => readFile(join(resolve(folder), name), 'utf8').catch(() => '')
  return Promise.all(names.map(async (name) => (await read(name)).trim()))
}

/** Writes the webhooks file of the local Content Lake (studio/lake/README.md). */
async function setUpLocalWebhook(folder: string, url: string): Promise<{ file: string; secret: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const secret = await readOrMakeSecret(join(folder, 'webhook-secret'))
  const file = join(folder, 'webhooks.json')
  const webhook = { id: 'site', name: 'the site', url, secret, ...webhookSettings }
  await writeAtomically(file, JSON.stringify([webhook], undefined, 2), 0o600)
  return { file, secret }
}

async function readOrMakeSecret(path: string): Promise<string> {
  const known = (await readFile(path, 'utf8').catch(ignoreMissing))?.trim()
  if (known) return known
  const secret = makeSecret()
  await writeAtomically(path, `${secret}\n`, 0o600)
  return secret
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}
