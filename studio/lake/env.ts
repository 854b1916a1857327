import * as z from 'zod'
import { OperatorError } from './errors.ts'
import { studioSettingsSchema } from './studio/index-page.ts'

const path = z.string().refine((value) => !value.includes('\0'))

export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535)
  .default(3333)
export const projectIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]*$/)
export const datasetSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
  .default('production')

/** Describes the valid values of each variable: completes the sentence "… must be". */
const meanings: Record<string, string> = {
  LAKE_FOLDER: 'the folder where the content is kept',
  LAKE_PORT: 'a port, 0 to 65535, where 0 takes any free one',
  LAKE_STUDIO_FOLDER: 'the folder of the built Studio',
  LAKE_STUDIO_SETTINGS:
    'a JSON object for the Studio; its optional fields `connect` and `frame` are lists of origins',
  LAKE_OPEN: '1 to open the Studio without a session',
  LAKE_SEED: 'an .ndjson file or a .tar.gz export',
  LAKE_PROJECT_ID: 'a project id: lowercase letters, digits and hyphens',
  LAKE_DATASET: 'the name of a dataset: lowercase letters, digits, hyphens and underscores',
  LAKE_WEBHOOKS: 'a JSON file with the webhooks',
  LAKE_EXPECTED: 'the id of the lake that the folder holds, or `existing` for any but a new one',
}

const schema = z.object({
  LAKE_FOLDER: path,
  LAKE_PORT: portSchema,
  LAKE_STUDIO_FOLDER: path.optional(),
  LAKE_STUDIO_SETTINGS: studioSettingsSchema.optional(),
  LAKE_OPEN: z
    .literal('1')
    .optional()
    .transform((value) => value === '1'),
  LAKE_SEED: path.optional(),
  LAKE_PROJECT_ID: projectIdSchema.default('local'),
  LAKE_DATASET: datasetSchema,
  LAKE_WEBHOOKS: path.optional(),
  LAKE_EXPECTED: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
})

export type LakeEnvironment = z.output<typeof schema>

export function readLakeEnvironment(variables: NodeJS.ProcessEnv): LakeEnvironment {
  return readVariables(schema, meanings, variables)
}

/** An empty variable counts as unset. Throws OperatorError with the names of all invalid variables, not their values. */
export function readVariables<Schema extends z.ZodType>(
  variablesSchema: Schema,
  meaningOf: Record<string, string>,
  variables: NodeJS.ProcessEnv,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = variablesSchema.safeParse(given)
  if (result.success) return result.data
  const names = new Set(result.error.issues.map((issue) => String(issue.path[0])))
  throw new OperatorError([...names].map((name) => `${name} must be ${meaningOf[name]}`).join('; '))
}
