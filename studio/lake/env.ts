import * as z from 'zod'
import { studioSettingsSchema } from './static/studio-settings.ts'

/** A variable of the environment with a wrong value. The message names it and says what is right. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/** What each variable takes, in the words that follow "must be". */
const meanings = {
  LAKE_FOLDER: 'the folder where the content is kept',
  LAKE_PORT: 'a port, 0 to 65535, where 0 takes any free one',
  LAKE_STUDIO_FOLDER: 'the folder of the built Studio',
  LAKE_STUDIO_SETTINGS:
    'a JSON object for the Studio, in which `connect` and `frame`, if they are there, are lists of origins',
  LAKE_SEED: 'an .ndjson file or a .tar.gz export',
  LAKE_PROJECT_ID: 'a project id: small letters, digits and hyphens',
  LAKE_DATASET: 'the name of a dataset: small letters, digits, hyphens and underscores',
  LAKE_WEBHOOKS: 'a JSON file with the webhooks',
  LAKE_ORIGINS: 'origins with commas between them: http://localhost:4321,http://127.0.0.1:4321',
} as const

const path = z.string().refine((value) => !value.includes('\0'))

const schema = z.object({
  LAKE_FOLDER: path,
  LAKE_PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value <= 65_535)
    .default(3333),
  LAKE_STUDIO_FOLDER: path.optional(),
  LAKE_STUDIO_SETTINGS: studioSettingsSchema.optional(),
  LAKE_SEED: path.optional(),
  LAKE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .default('local'),
  LAKE_DATASET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
    .default('production'),
  LAKE_WEBHOOKS: path.optional(),
  LAKE_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => URL.canParse(part) && new URL(part).origin === part))
    .default([]),
})

export type LakeEnvironment = z.output<typeof schema>

/**
 * Reads the variables of the process. An empty variable counts as one that is not set.
 * Throws EnvironmentError naming every variable that is wrong.
 */
export function readLakeEnvironment(variables: NodeJS.ProcessEnv): LakeEnvironment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const names = new Set(result.error.issues.map((issue) => issue.path[0] as keyof typeof meanings))
  throw new EnvironmentError([...names].map((name) => `${name} must be ${meanings[name]}`).join('; '))
}
