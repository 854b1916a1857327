import { join, resolve } from 'node:path'
import type { ContentSettings } from '#domain/content-settings.ts'
import type { Environment } from '../env.ts'
import { startLocalLake } from './local-lake.ts'
import { findStudio } from './studio.ts'

export type Content = {
  settings: ContentSettings
  /** Where editors find the Studio, if it is this process that serves it. */
  studioAddress?: string
} & AsyncDisposable

/** The hosted dataset that the environment names, or the Content Lake of this machine, started here. */
export async function openContent(
  environment: Environment,
  { checkout, log }: { checkout: string; log: (line: string) => void },
): Promise<Content> {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset } = environment
  const { SANITY_API_HOST: apiHost, SANITY_READ_TOKEN: token } = environment
  if (projectId !== undefined) {
    return {
      settings: { projectId, dataset, apiHost, token, perspective: 'published' },
      [Symbol.asyncDispose]: async () => {},
    }
  }
  const folder = join(resolve(environment.DATA_DIR), 'content')
  log(`Starting the Content Lake in ${folder}…`)
  const studioFolder = await findStudio(checkout)
  const lake = await startLocalLake({ checkout, folder, port: environment.STUDIO_PORT, studioFolder, log })
  return {
    settings: {
      projectId: 'local',
      dataset: 'production',
      apiHost: `http://127.0.0.1:${lake.port}`,
      perspective: 'published',
    },
    studioAddress: `http://localhost:${lake.port}`,
    [Symbol.asyncDispose]: () => lake[Symbol.asyncDispose](),
  }
}
