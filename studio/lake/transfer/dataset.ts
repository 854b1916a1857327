import { join, resolve } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { readConnection } from '../connection.ts'
import { readLakeEnvironment } from '../env.ts'
import { OperatorError } from '../errors.ts'
import { type RunningLake, startLake } from '../run.ts'
import { createWriteClient } from './client.ts'
import type { TransferEnvironment } from './env.ts'

export type OpenDataset = { client: SanityClient; name: string } & AsyncDisposable

/**
 * Opens the dataset that the environment names, hosted or local. The local Content Lake is started if it does not run.
 * Throws OperatorError if another process has its folder open but does not listen yet.
 */
export async function openDataset(environment: TransferEnvironment): Promise<OpenDataset> {
  const {
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_WRITE_TOKEN: token = '',
  } = environment
  if (projectId !== undefined) {
    const client = createWriteClient({ projectId, dataset, token })
    return { client, name: `${projectId}/${dataset}`, [Symbol.asyncDispose]: async () => {} }
  }
  const folder = join(resolve(environment.DATA_DIR), 'content')
  const lake = await startOrConnect(folder, environment.STUDIO_PORT)
  const client = createWriteClient({
    projectId: 'local',
    dataset: 'production',
    token: lake.token,
    lakeOrigin: `http://127.0.0.1:${lake.port}`,
  })
  return { client, name: folder, [Symbol.asyncDispose]: () => lake[Symbol.asyncDispose]() }
}

/** Starts it on its usual port, so that the URLs of the assets do not change. */
async function startOrConnect(folder: string, port: number): Promise<RunningLake> {
  try {
    return await startLake(readLakeEnvironment({ LAKE_FOLDER: folder, LAKE_PORT: String(port) }))
  } catch (error) {
    const isInUse = error instanceof OperatorError && error.code === 'folderInUse'
    const connection = isInUse ? readConnection(folder) : undefined
    if (connection === undefined) throw error
    return { ...connection, [Symbol.asyncDispose]: async () => {} }
  }
}
