import * as z from 'zod'
import { OperatorError } from './errors.ts'
import { isLoopback, readProxies } from './http/addresses.ts'
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
export const meanings: Record<string, string> = {
  LAKE_FOLDER: 'the folder where the content is kept',
  LAKE_PORT: 'a port, 0 to 65535, where 0 takes any free one',
  LAKE_HOST: 'an address to listen on, besides 127.0.0.1',
  LAKE_STUDIO_FOLDER: 'the folder of the built Studio',
  LAKE_STUDIO_SETTINGS:
    'a JSON object for the Studio; its optional fields `connect` and `frame` are lists of origins',
  LAKE_OPEN: '1 to open the Studio without a session',
  LAKE_ORGANISER_TYPES: 'names of document types, separated by commas',
  LAKE_PUBLIC_URL:
    'the address of the Studio for other machines, such as https://studio.example.org or https://example.org/studio',
  LAKE_TRUSTED_PROXIES: 'addresses or ranges, separated by commas',
  LAKE_SITE_SECRET: 'at least 16 characters',
  LAKE_SEED: 'an .ndjson file or a .tar.gz export',
  LAKE_PROJECT_ID: 'a project id: lowercase letters, digits and hyphens',
  LAKE_DATASET: 'the name of a dataset: lowercase letters, digits, hyphens and underscores',
  LAKE_WEBHOOKS: 'a JSON file with the webhooks',
  LAKE_OIDC_ISSUER: 'the https address of an OpenID Connect provider, or an http address on this machine',
  LAKE_OIDC_CLIENT_ID: 'the id of the client there (set all four of OIDC or none)',
  LAKE_OIDC_CLIENT_SECRET: 'the secret of the client there (set all four of OIDC or none)',
  LAKE_OIDC_LABEL: 'the name of the provider for people (set all four of OIDC or none)',
  LAKE_EXPECTED: 'the id of the lake that the folder holds, or `existing` for any but a new one',
}

const schema = z.object({
  LAKE_FOLDER: path,
  LAKE_PORT: portSchema,
  LAKE_HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  LAKE_STUDIO_FOLDER: path.optional(),
  LAKE_STUDIO_SETTINGS: studioSettingsSchema.optional(),
  LAKE_OPEN: z
    .literal('1')
    .optional()
    .transform((value) => value === '1'),
  LAKE_ORGANISER_TYPES: z
    .string()
    .regex(/^[\w.-]+(,[\w.-]+)*$/)
    .optional()
    .transform((names) => names?.split(',') ?? []),
  LAKE_PUBLIC_URL: z
    .string()
    .refine(isPublicUrl)
    .transform((text) => new URL(text))
    .optional(),
  LAKE_TRUSTED_PROXIES: z
    .string()
    .transform((text, context) => {
      const proxies = readProxies(text)
      if (proxies) return proxies
      context.addIssue('is not a list of addresses')
      return z.NEVER
    })
    .prefault(''),
  LAKE_SITE_SECRET: z.string().min(16).optional(),
  LAKE_SEED: path.optional(),
  LAKE_PROJECT_ID: projectIdSchema.default('local'),
  LAKE_DATASET: datasetSchema,
  LAKE_WEBHOOKS: path.optional(),
  LAKE_EXPECTED: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
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

const providerSchema = z
  .object({
    LAKE_OIDC_ISSUER: z.string().refine((text) => URL.canParse(text) && isSafe(new URL(text))),
    LAKE_OIDC_CLIENT_ID: z.string(),
    LAKE_OIDC_CLIENT_SECRET: z.string(),
    LAKE_OIDC_LABEL: z.string().max(50),
  })
  .transform((values) => ({
    issuer: values.LAKE_OIDC_ISSUER,
    clientId: values.LAKE_OIDC_CLIENT_ID,
    clientSecret: values.LAKE_OIDC_CLIENT_SECRET,
    label: values.LAKE_OIDC_LABEL,
  }))

export type LakeEnvironment = z.output<typeof schema> & {
  /** The OpenID Connect provider, if there is one. */
  provider: z.output<typeof providerSchema> | undefined
}

export function readLakeEnvironment(variables: NodeJS.ProcessEnv): LakeEnvironment {
  const read = <Schema extends z.ZodType>(variablesSchema: Schema) =>
    readVariables(variablesSchema, meanings, variables, (name) => `--${toOption(name)} (${name})`)
  const hasProvider = Object.keys(providerSchema.in.shape).some((name) => variables[name])
  return { ...read(schema), provider: hasProvider ? read(providerSchema) : undefined }
}

/** The name of a setting on the command line, such as `project-id` for LAKE_PROJECT_ID. */
export function toOption(name: string): string {
  const others: Record<string, string> = { LAKE_STUDIO_FOLDER: 'studio', LAKE_SEED: 'import' }
  return others[name] ?? name.replace('LAKE_', '').toLowerCase().replaceAll('_', '-')
}

/** An empty variable counts as unset. Throws OperatorError with the names of all invalid variables, not their values. */
export function readVariables<Schema extends z.ZodType>(
  variablesSchema: Schema,
  meaningOf: Record<string, string>,
  variables: NodeJS.ProcessEnv,
  toLabel = (name: string) => name,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = variablesSchema.safeParse(given)
  if (result.success) return result.data
  const names = new Set(result.error.issues.map((issue) => String(issue.path[0])))
  throw new OperatorError([...names].map((name) => `${toLabel(name)} must be ${meaningOf[name]}`).join('; '))
}
