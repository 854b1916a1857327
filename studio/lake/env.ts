import { parseArgs } from 'node:util'
import * as z from 'zod'
import { OperatorError } from './errors.ts'
import { isLoopback, proxiesSchema } from './http/addresses.ts'
import { studioSettingsSchema } from './studio/index-page.ts'

const path = z.string().refine((value) => !value.includes('\0'))

export const projectIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]*$/)
export const datasetSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
  .default('production')

/** The descriptions say what is valid: each completes the sentence "… must be". */
const schema = z.object({
  LAKE_FOLDER: path.describe('the folder where the content is kept'),
  LAKE_PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value <= 65_535)
    .default(3333)
    .describe('a port, 0 to 65535, where 0 takes any free one'),
  LAKE_HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1')
    .describe('an address to listen on, besides 127.0.0.1'),
  LAKE_STUDIO_FOLDER: path.optional().describe('the folder of the built Studio'),
  LAKE_STUDIO_SETTINGS: studioSettingsSchema
    .optional()
    .describe('a JSON object for the Studio; its optional fields `connect` and `frame` are lists of origins'),
  LAKE_OPEN: z
    .literal('1')
    .optional()
    .transform((value) => value === '1')
    .describe('1 to open the Studio without a session'),
  LAKE_ORGANISER_TYPES: z
    .string()
    .regex(/^[\w.-]+(,[\w.-]+)*$/)
    .optional()
    .transform((names) => names?.split(',') ?? [])
    .describe('names of document types, separated by commas'),
  LAKE_PUBLIC_URL: z
    .string()
    .refine(isPublicUrl)
    .transform((text) => new URL(text))
    .optional()
    .describe(
      'the address of the Studio for other machines, such as https://studio.example.org or https://example.org/studio',
    ),
  LAKE_TRUSTED_PROXIES: proxiesSchema.prefault('').describe('addresses or ranges, separated by commas'),
  LAKE_SITE_SECRET: z.string().min(16).optional().describe('at least 16 characters'),
  LAKE_SEED: path.optional().describe('an .ndjson file or a .tar.gz export'),
  LAKE_PROJECT_ID: projectIdSchema
    .default('local')
    .describe('a project id: lowercase letters, digits and hyphens'),
  LAKE_DATASET: datasetSchema.describe(
    'the name of a dataset: lowercase letters, digits, hyphens and underscores',
  ),
  LAKE_WEBHOOKS: path.optional().describe('a JSON file with the webhooks'),
  LAKE_EXPECTED: z
    .string()
    .regex(/^[\w-]+$/)
    .optional()
    .describe('the id of the lake that the folder holds, or `existing` for any but a new one'),
})

const providerSchema = z.object({
  LAKE_OIDC_ISSUER: z
    .string()
    .refine((text) => URL.canParse(text) && isSafe(new URL(text)))
    .describe('the https address of an OpenID Connect provider, or an http address on this machine'),
  LAKE_OIDC_CLIENT_ID: z.string().describe('the id of the client there (set all four of OIDC or none)'),
  LAKE_OIDC_CLIENT_SECRET: z
    .string()
    .describe('the secret of the client there (set all four of OIDC or none)'),
  LAKE_OIDC_LABEL: z
    .string()
    .max(50)
    .describe('the name of the provider for people (set all four of OIDC or none)'),
})

/** With TLS, or on this machine: cookies and secrets would be readable on the way. */
function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** At most with a path like `/studio`. */
function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.origin + url.pathname !== url.href) return false
  return isSafe(url) && /^(?:\/[\w-]+)*\/?$/.test(url.pathname)
}

export type ProviderSettings = z.output<typeof providerSchema>
export type LakeEnvironment = z.output<typeof schema> & { provider: ProviderSettings | undefined }

export function readLakeEnvironment(variables: NodeJS.ProcessEnv): LakeEnvironment {
  const toLabel = (name: string) => `--${toOption(name)} (${name})`
  const values = readVariables(schema, variables, toLabel)
  const hasProvider = Object.keys(providerSchema.shape).some((name) => variables[name])
  return { ...values, provider: hasProvider ? readVariables(providerSchema, variables, toLabel) : undefined }
}

/** The name of a setting on the command line, such as `project-id` for LAKE_PROJECT_ID. */
function toOption(name: string): string {
  const others: Record<string, string> = { LAKE_STUDIO_FOLDER: 'studio', LAKE_SEED: 'import' }
  return others[name] ?? name.replace('LAKE_', '').toLowerCase().replaceAll('_', '-')
}

/** An empty variable counts as unset. Throws OperatorError with the names of all invalid variables, not their values. */
export function readVariables<Schema extends z.ZodObject>(
  variablesSchema: Schema,
  variables: NodeJS.ProcessEnv,
  toLabel = (name: string) => name,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = variablesSchema.safeParse(given)
  if (result.success) return result.data
  const names = new Set(result.error.issues.map((issue) => String(issue.path[0])))
  const describe = (name: string) => (variablesSchema.shape[name] as z.ZodType).description
  throw new OperatorError([...names].map((name) => `${toLabel(name)} must be ${describe(name)}`).join('; '))
}

const shape: Record<string, z.ZodType> = { ...schema.shape, ...providerSchema.shape }
const variables = Object.fromEntries(Object.keys(shape).map((name) => [toOption(name), name]))

/** The options of `server.ts` as variables. Throws OperatorError for an option that does not exist. */
export function readOptions(args: string[]): Record<string, string> {
  const options = Object.fromEntries(
    Object.keys(variables).map((name) => [name, { type: 'string' as const }]),
  )
  try {
    const { values } = parseArgs({ args, options: { ...options, open: { type: 'boolean' } } })
    const given = Object.entries<unknown>(values)
    return Object.fromEntries(
      given.map(([option, value]) => [variables[option] ?? '', value === true ? '1' : String(value)]),
    )
  } catch (error) {
    const [reason] = (error as Error).message.split('. ')
    throw new OperatorError(`${reason}: see --help`)
  }
}

export function describeOptions(): string {
  const lines = Object.entries(shape).map(
    ([name, { description }]) => `  --${toOption(name).padEnd(20)} ${description}`,
  )
  return `Starts a Content Lake. Each option has a variable, LAKE_PORT for --port.\n\n${lines.join('\n')}\n`
}
