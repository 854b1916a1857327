import { join, resolve } from 'node:path'
import type { SanityClient } from '@sanity/client'
import * as z from 'zod'
import { type Connection, readConnection } from '../connection.ts'
import { datasetSchema, projectIdSchema, readLakeEnvironment, readVariables } from '../env.ts'
import { formatError, log, OperatorError } from '../errors.ts'
import { createWriteClient, type OnProgress } from './content.ts'
import { startLake } from '../run.ts'

const schema = z
  .object({
    DATA_DIR: z.string().default('.data').describe('a folder'),
    SANITY_PROJECT_ID: projectIdSchema
      .optional()
      .describe('the id of a Sanity project: lowercase letters, digits and hyphens'),
    SANITY_DATASET: datasetSchema.describe('the name of a dataset'),
    SANITY_WRITE_TOKEN: z
      .string()
      .regex(/^\S+$/)
      .optional()
      .describe('a token of the Sanity project that may write, when SANITY_PROJECT_ID is set'),
  })
  .refine((given) => given.SANITY_PROJECT_ID === undefined || given.SANITY_WRITE_TOKEN !== undefined, {
    path: ['SANITY_WRITE_TOKEN'],
  })

type OpenDataset = { client: SanityClient; name: string } & AsyncDisposable

/**
 * Opens the dataset that the environment names, hosted or local. The local Content Lake is started if it does not run.
 * Throws OperatorError if another process has its folder open but does not listen yet.
 */
async function openDataset(environment: z.output<typeof schema>, mayCreate: boolean): Promise<OpenDataset> {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset } = environment
  const { SANITY_WRITE_TOKEN: token = '' } = environment
  if (projectId !== undefined) {
    const client = createWriteClient({ projectId, dataset, token })
    return { client, name: `${projectId}/${dataset}`, [Symbol.asyncDispose]: async () => {} }
  }
  const folder = join(resolve(environment.DATA_DIR), 'content')
  const lake = await startOrConnect(folder, mayCreate)
  const client = createWriteClient({
    projectId: 'local',
    dataset: 'production',
    token: lake.token,
    lakeOrigin: `http://127.0.0.1:${lake.port}`,
  })
  return { client, name: folder, [Symbol.asyncDispose]: () => lake[Symbol.asyncDispose]() }
}

/** Starts the lake on any free port, since others may use the usual one, or connects if it runs already. */
async function startOrConnect(folder: string, mayCreate: boolean): Promise<Connection & AsyncDisposable> {
  const LAKE_EXPECTED = mayCreate ? '' : 'existing'
  try {
    return await startLake(readLakeEnvironment({ LAKE_FOLDER: folder, LAKE_PORT: '0', LAKE_EXPECTED }))
  } catch (error) {
    const code = error instanceof OperatorError ? error.code : undefined
    if (code === 'missing')
      throw new OperatorError(
        `There is nothing at ${folder}: set DATA_DIR or SANITY_PROJECT_ID to that of your site, or start it first`,
      )
    const connection = code === 'folderInUse' ? readConnection(folder) : undefined
    if (connection === undefined) throw error
    return { ...connection, [Symbol.asyncDispose]: async () => {} }
  }
}

type Command = (dataset: OpenDataset, args: string[], onProgress: OnProgress) => Promise<void>

/**
 * Runs a command on the dataset of the environment. If it fails, logs the error and sets exit code 1. Only with
 * `mayCreate` does it make a local Content Lake where there is none.
 */
export async function runCommand(command: Command, { mayCreate = false } = {}): Promise<void> {
  // Archives, and the temporary files of @sanity/export and @sanity/import, contain drafts and secret addresses.
  process.umask(0o077)
  try {
    await using dataset = await openDataset(readVariables(schema, process.env), mayCreate)
    await command(dataset, process.argv.slice(2), createProgress())
  } catch (error) {
    log(formatError(error))
    process.exitCode = 1
  }
}

/** Logs each step once, and each 10 % of a long one. */
function createProgress(): OnProgress {
  let last = ''
  return ({ step, current, total }) => {
    const isLong = current !== undefined && typeof total === 'number' && total > 0
    const line = isLong ? `${step} ${Math.floor((current / total) * 10) * 10} %` : step
    if (line !== last) log(line)
    last = line
  }
}
