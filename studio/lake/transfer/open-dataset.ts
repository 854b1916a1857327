import { join, resolve } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { readAddress } from '../address.ts'
import { readLakeEnvironment } from '../env.ts'
import { isInUse } from '../explain.ts'
import { run, type Running } from '../run.ts'
import { connectToWrite } from './connect.ts'
import type { TransferEnvironment } from './env.ts'

export type OpenDataset = { client: SanityClient; name: string } & AsyncDisposable

/**
 * The dataset that the environment names: the hosted one, or the one of this machine. Its Content Lake is started for as
 * long as it is needed, and asked where it runs already. Throws the error of the start, that the folder is in use, where
 * the one that has it does not listen yet.
 */
export async function openDataset(environment: TransferEnvironment): Promise<OpenDataset> {
  const {
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_WRITE_TOKEN: token = '',
  } = environment
  if (projectId !== undefined) {
    const client = connectToWrite({ projectId, dataset, token })
    return { client, name: `${projectId}/${dataset}`, [Symbol.asyncDispose]: async () => {} }
  }
  const folder = join(resolve(environment.DATA_DIR), 'content')
  const running = await startOrJoin(folder, environment.STUDIO_PORT)
  const lakeOrigin = `http://127.0.0.1:${running.port}`
  const client = connectToWrite({
    projectId: 'local',
    dataset: 'production',
    token: running.token,
    lakeOrigin,
  })
  return { client, name: folder, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

/** On the port that the addresses of the images name already, so that they need not be changed and changed back. */
async function startOrJoin(folder: string, port: number): Promise<Running> {
  try {
    return await run(readLakeEnvironment({ LAKE_FOLDER: folder, LAKE_PORT: String(port) }))
  } catch (error) {
    const running = isInUse(error) ? await readAddress(folder) : undefined
    if (running === undefined) throw error
    return { ...running, [Symbol.asyncDispose]: async () => {} }
  }
}
