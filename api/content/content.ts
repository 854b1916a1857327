import { join, resolve } from 'node:path'
import type { ContentSettings } from '#domain/content-settings.ts'
import { type Environment, wrongVariable } from '../env.ts'
import { startLocalLake } from './local-lake.ts'
import { setUpLocalWebhook } from './local-webhook.ts'
import { findStudio } from './studio.ts'

export type Content = {
  settings: ContentSettings
  /** What its webhooks are signed with: the secret in use, and during a rotation the one before. */
  webhookSecrets: readonly string[]
  /** Who has it may read drafts. */
  token?: string | undefined
  /** Where the Studio is, as its pages' origins. */
  studioOrigins: readonly string[]
  /** Where editors find the Studio, if it is this process that serves it. */
  studioAddress?: string
} & AsyncDisposable

/**
 * The hosted dataset that the environment names, or the Content Lake of this machine, started here; that one tells
 * `hookUrl` of every change. Throws EnvironmentError where `hookUrl` could not know who tells it.
 */
export async function openContent(
  environment: Environment,
  { checkout, hookUrl, log }: { checkout: string; hookUrl?: string; log: (line: string) => void },
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
      studioOrigins: environment.STUDIO_ORIGINS,
      [Symbol.asyncDispose]: async () => {},
    }
  }
  const folder = join(resolve(environment.DATA_DIR), 'content')
  log(`Starting the Content Lake in ${folder}…`)
  const studioFolder = await findStudio(checkout)
  const webhook = hookUrl === undefined ? undefined : await setUpLocalWebhook(folder, hookUrl)
  const lake = await startLocalLake({
    checkout,
    folder,
    port: environment.STUDIO_PORT,
    studioFolder,
    webhooks: webhook?.file,
    studioSettings: {
      siteUrl: environment.SITE_URL,
      connect: [environment.SITE_URL],
      frame: [environment.SITE_URL],
    },
    log,
  })
  return {
    settings: {
      projectId: 'local',
      dataset: 'production',
      apiHost: `http://127.0.0.1:${lake.port}`,
      // Queries without a token wait for those of strangers.
      token: lake.token,
      perspective: 'published',
    },
    webhookSecrets: webhook ? [webhook.secret] : [],
    token: lake.token,
    studioOrigins: ['localhost', '127.0.0.1'].map((host) => `http://${host}:${lake.port}`),
    studioAddress: `http://localhost:${lake.port}`,
    [Symbol.asyncDispose]: () => lake[Symbol.asyncDispose](),
  }
}
