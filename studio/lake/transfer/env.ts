import * as z from 'zod'
import { datasetSchema, portSchema, projectIdSchema, readVariables } from '../env.ts'

const meanings = {
  DATA_DIR: 'a folder',
  STUDIO_PORT: 'a port, 0 to 65535',
  SANITY_PROJECT_ID: 'the id of a Sanity project: lowercase letters, digits and hyphens',
  SANITY_DATASET: 'the name of a dataset',
  SANITY_WRITE_TOKEN: 'a token of the Sanity project that may write, when SANITY_PROJECT_ID is set',
}

const schema = z
  .object({
    DATA_DIR: z.string().default('.data'),
    STUDIO_PORT: portSchema,
    SANITY_PROJECT_ID: projectIdSchema.optional(),
    SANITY_DATASET: datasetSchema,
    SANITY_WRITE_TOKEN: z.string().regex(/^\S+$/).optional(),
  })
  .refine((given) => given.SANITY_PROJECT_ID === undefined || given.SANITY_WRITE_TOKEN !== undefined, {
    path: ['SANITY_WRITE_TOKEN'],
  })

export type TransferEnvironment = z.output<typeof schema>

/** The dataset to import into or export from. Throws OperatorError. */
export function readTransferEnvironment(variables: NodeJS.ProcessEnv): TransferEnvironment {
  return readVariables(schema, meanings, variables)
}
