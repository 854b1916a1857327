import * as z from 'zod'
import { EnvironmentError } from '../env.ts'

const meanings = {
  DATA_DIR: 'a folder',
  STUDIO_PORT: 'a port, 0 to 65535',
  SANITY_PROJECT_ID: 'the id of a Sanity project: small letters, digits and hyphens',
  SANITY_DATASET: 'the name of a dataset',
  SANITY_WRITE_TOKEN: 'a token of the Sanity project that may write, when SANITY_PROJECT_ID is set',
} as const

const schema = z
  .object({
    DATA_DIR: z.string().default('.data'),
    STUDIO_PORT: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((value) => value <= 65_535)
      .default(3333),
    SANITY_PROJECT_ID: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]*$/)
      .optional(),
    SANITY_DATASET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
      .default('production'),
    SANITY_WRITE_TOKEN: z.string().regex(/^\S+$/).optional(),
  })
  .refine(
    ({ SANITY_PROJECT_ID: project, SANITY_WRITE_TOKEN: token }) =>
      project === undefined || token !== undefined,
    {
      path: ['SANITY_WRITE_TOKEN'],
    },
  )

export type TransferEnvironment = z.output<typeof schema>

/** Where content comes from or goes to. Throws EnvironmentError; a wrong value is never repeated. */
export function readTransferEnvironment(variables: NodeJS.ProcessEnv): TransferEnvironment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const names = new Set(result.error.issues.map((issue) => issue.path[0] as keyof typeof meanings))
  throw new EnvironmentError([...names].map((name) => `${name} must be ${meanings[name]}`).join('; '))
}
