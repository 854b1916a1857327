import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { OperatorError } from './runtime/operator.ts'

const wholeNumber = (fallback: number, least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .default(fallback)

const folderSchema = z.string().refine((value) => !value.includes('\0'))

const postgresUrlSchema = z.url({ protocol: /^postgres(ql)?$/ })

const listSchema = z.string().transform((value) => value.split(',').map((part) => part.trim()))

const isAddressOrRange = (text: string) => (text.includes('/') ? ipaddr.isValidCIDR(text) : isIP(text) !== 0)

/** No semicolons: origins are written into a Content-Security-Policy. `https://*.name.example` means all subdomains. */
function isOrigin(text: string): boolean {
  return /^https?:[\w/.:*[\]-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

const placeholders =
  /change.?(me|this|it)|replace.?(me|this|with)|placeholder|example|insert.?(your|here)|(your|my|some|the).?(own.?)?(webhook.?|sanity.?)?secret$|password|passw0rd|0123456|1234567|abcdefg|qwerty/i

function isPlaceholder(secret: string): boolean {
  return new Set(secret).size < 6 || /^(.{1,8})\1+$/.test(secret) || placeholders.test(secret)
}

/** Each completes the message "NAME must be …". */
const meanings = {
  PORT: 'a port, 1 to 65535',
  HOST: 'an address or a host name to listen on',
  METRICS_PORT: 'a port, 1 to 65535, other than PORT and STUDIO_PORT',
  STUDIO_PORT: 'a port, 1 to 65535, other than PORT, or 0 for any free port',
  STUDIO_HOST: 'an address to listen on, together with STUDIO_URL',
  STUDIO_URL:
    'the https:// address of the local Studio for other machines, other than SITE_URL, which must be https:// too; not together with SANITY_PROJECT_ID',
  SITE_URL: 'the public address of the site, http:// or https://, with no path',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'the URL of a Postgres database: postgres://user:password@host:5432/name',
  DATABASE_LISTEN_URL:
    'the URL of the database itself, together with DATABASE_URL, which then is that of a pooler',
  DATABASE_REPLICA_URL: 'the URL of a streaming replica of the database, together with DATABASE_URL',
  POSTGRES_BIN:
    'the folder of the programs of PostgreSQL 15 or later, for the database in DATA_DIR: /usr/lib/postgresql/18/bin',
  CONTENT_FOLDER:
    'the folder `content` in the data folder of another server on this machine, which has run before; not together with SANITY_PROJECT_ID',
  SANITY_PROJECT_ID: 'the id of a Sanity project: lowercase letters, digits and hyphens',
  SANITY_API_HOST:
    'the address of your own Content Lake, together with SANITY_PROJECT_ID: http://127.0.0.1:3333',
  SANITY_DATASET: 'the name of a dataset: lowercase letters, digits, hyphens and underscores, at most 64',
  SANITY_WEBHOOK_SECRET:
    'the secret of the webhook: at least 16 random characters, not a placeholder (`openssl rand -base64 32` makes one); required with SANITY_PROJECT_ID; during a rotation two secrets, separated by a comma: new,old',
  DEPLOY_HOOK_URL: 'the http:// or https:// address that makes a host rebuild the site',
  PURGE_URL: 'the http:// or https:// address that purges a cache in front of the site',
  PURGE_TOKEN: 'the token for PURGE_URL, without spaces, together with PURGE_URL',
  SANITY_READ_TOKEN: 'a token of the Sanity project with read access, without spaces',
  SANITY_WRITE_TOKEN: 'a token of the Sanity project with write access, without spaces',
  IMPORT_LOOPBACK: 'refuse, or allow (for tests) to import from loopback addresses',
  STUDIO_ORIGINS:
    'the origins of a hosted Studio, separated by commas, together with SANITY_PROJECT_ID: https://name.sanity.studio',
  EMBED_ORIGINS:
    'the origins whose pages may show the events in a frame, separated by commas: https://name.example; or * for all',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
  POSTS_PER_HOUR: 'a whole number, 1 to 100000',
  TOTAL_POSTS_PER_HOUR: 'a whole number, 1 to 999999',
  SPAM_FILTER: 'on, or log to show every post and only log what the filter would have done',
  CONTACTS: 'open, or reveal to show a contact only after a visitor presses a button',
  CONTACTS_PER_HOUR: 'a whole number, 1 to 100000',
  HOLD_HOURS: 'a whole number of hours, 1 to 720',
  REPORTS_TO_HIDE: 'a whole number, 1 to 1000',
  MODERATION_TOKEN:
    'a secret for the Studio’s moderation desk: at least 16 random characters, not a placeholder (`openssl rand -base64 32` makes one)',
  EDITS_PER_HOUR: 'a whole number, 1 to 100000',
  TRUSTED_PROXIES: 'addresses or ranges, separated by commas: 127.0.0.1,10.0.0.0/8',
  BACKUP_DIR: 'a folder',
  BACKUP_EVERY: 'a whole number of hours, 1 to 720',
  BACKUP_KEEP: 'a whole number, 1 to 1000',
} as const

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`)
  .transform((value) => new URL(value).origin)

const hostSchema = z
  .string()
  .regex(/^[\w.:-]+$/)
  .default('127.0.0.1')

/** With TLS, because the cookies would be readable on the way. */
function isStudioUrl(text: string): boolean {
  return /^https:\/\/[\w.-]+(?::\d+)?(?:\/[\w-]+)*\/?$/.test(text) && URL.canParse(text)
}

const variablesSchema = z.object({
  PORT: wholeNumber(4321, 1, 65_535),
  METRICS_PORT: wholeNumber(0, 1, 65_535),
  HOST: hostSchema,
  STUDIO_PORT: wholeNumber(3333, 0, 65_535),
  STUDIO_HOST: hostSchema,
  STUDIO_URL: z.string().refine(isStudioUrl).optional(),
  SITE_URL: origin.optional(),
  DATA_DIR: folderSchema.default('.data'),
  DATABASE_URL: postgresUrlSchema.optional(),
  DATABASE_LISTEN_URL: postgresUrlSchema.optional(),
  DATABASE_REPLICA_URL: postgresUrlSchema.optional(),
  POSTGRES_BIN: folderSchema.optional(),
  CONTENT_FOLDER: folderSchema.optional(),
  SANITY_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .optional(),
  SANITY_API_HOST: origin.optional(),
  SANITY_DATASET: z
    .string()
    .regex(/^~?[a-z0-9][a-z0-9_-]{0,63}$/)
    .default('production'),
  SANITY_READ_TOKEN: z.string().regex(/^\S+$/).optional(),
  SANITY_WRITE_TOKEN: z.string().regex(/^\S+$/).optional(),
  IMPORT_LOOPBACK: z.enum(['refuse', 'allow']).default('refuse'),
  DEPLOY_HOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  PURGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  PURGE_TOKEN: z.string().regex(/^\S+$/).optional(),
  SANITY_WEBHOOK_SECRET: listSchema
    .refine((secrets) => secrets.length <= 2)
    .refine((secrets) => secrets.every((secret) => secret.length >= 16 && !isPlaceholder(secret)))
    .default([]),
  STUDIO_ORIGINS: listSchema.refine((parts) => parts.every(isOrigin)).default([]),
  EMBED_ORIGINS: listSchema
    .refine((parts) => parts.every(isOrigin) || (parts.length === 1 && parts[0] === '*'))
    .default(['*']),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  POSTS_PER_HOUR: wholeNumber(20, 1, 100_000),
  TOTAL_POSTS_PER_HOUR: wholeNumber(1_000, 1, 999_999),
  SPAM_FILTER: z.enum(['on', 'log']).default('on'),
  CONTACTS: z.enum(['open', 'reveal']).default('open'),
  CONTACTS_PER_HOUR: wholeNumber(30, 1, 100_000),
  HOLD_HOURS: wholeNumber(24, 1, 720),
  REPORTS_TO_HIDE: wholeNumber(3, 1, 1_000),
  MODERATION_TOKEN: z
    .string()
    .regex(/^\S{16,}$/)
    .refine((secret) => !isPlaceholder(secret))
    .optional(),
  EDITS_PER_HOUR: wholeNumber(60, 1, 100_000),
  TRUSTED_PROXIES: listSchema.refine((parts) => parts.every(isAddressOrRange)).default([]),
  BACKUP_DIR: folderSchema.optional(),
  BACKUP_EVERY: wholeNumber(0, 1, 720),
  BACKUP_KEEP: wholeNumber(7, 1, 1_000),
})

const consistentSchema = variablesSchema.check(({ value, issues }) => {
  for (const name of listContradictions(value)) issues.push({ code: 'custom', path: [name], input: value })
})

/** Variables that do not go with another one. */
function listContradictions(given: z.output<typeof variablesSchema>): string[] {
  const { PORT, STUDIO_PORT, METRICS_PORT, STUDIO_HOST, STUDIO_URL, SITE_URL = '', SANITY_PROJECT_ID } = given
  const isWrong = {
    SANITY_API_HOST: given.SANITY_API_HOST && !SANITY_PROJECT_ID,
    STUDIO_ORIGINS: given.STUDIO_ORIGINS.length > 0 && !SANITY_PROJECT_ID,
    // Without TLS, browsers would not show the site inside the Studio.
    STUDIO_URL:
      STUDIO_URL &&
      (SANITY_PROJECT_ID || !SITE_URL.startsWith('https:') || URL.parse(STUDIO_URL)?.href === `${SITE_URL}/`),
    STUDIO_HOST: STUDIO_HOST !== '127.0.0.1' && !STUDIO_URL,
    STUDIO_PORT: STUDIO_PORT === PORT,
    METRICS_PORT: METRICS_PORT > 0 && [PORT, STUDIO_PORT].includes(METRICS_PORT),
    CONTENT_FOLDER: given.CONTENT_FOLDER && SANITY_PROJECT_ID,
    DATABASE_LISTEN_URL: given.DATABASE_LISTEN_URL && !given.DATABASE_URL,
    DATABASE_REPLICA_URL: given.DATABASE_REPLICA_URL && !given.DATABASE_URL,
    PURGE_TOKEN: given.PURGE_TOKEN && !given.PURGE_URL,
  }
  return Object.entries(isWrong).flatMap(([name, wrong]) => (wrong ? [name] : []))
}

export type Environment = Omit<z.output<typeof variablesSchema>, 'SITE_URL'> & { SITE_URL: string }

/** The error for a missing or wrong variable. It does not repeat the value, which may be a secret. */
export function wrongVariable(...names: Array<keyof typeof meanings>): OperatorError {
  return new OperatorError(names.map((name) => `${name} must be ${meanings[name]}`).join('; '))
}

/** Throws OperatorError naming every wrong variable. An empty variable counts as missing. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { data, error } = consistentSchema.safeParse(given)
  if (error) throw wrongVariable(...new Set(error.issues.map(({ path }) => path[0] as keyof typeof meanings)))
  const { PORT, SITE_URL = `http://localhost:${PORT}` } = data
  return { ...data, SITE_URL }
}

/** Where this machine reaches the site itself, without a proxy. */
export function ownAddress({ HOST, PORT }: Environment): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/** Of this machine, not of the site. */
const local = [
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_REPLICA_URL',
  'POSTGRES_BIN',
  'CONTENT_FOLDER',
  'PORT',
  'HOST',
  'METRICS_PORT',
  'STUDIO_PORT',
  'STUDIO_HOST',
]

/** The given settings of the site as lines `NAME="value"`, as in an environment file of systemd. */
export function listSettings(variables: NodeJS.ProcessEnv): string {
  const provider = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'LABEL'].map((name) => `LAKE_OIDC_${name}`)
  const names = [...Object.keys(meanings), ...provider].filter(
    (name) => variables[name] && !local.includes(name),
  )
  return names.map((name) => `${name}=${JSON.stringify(variables[name])}\n`).join('')
}
