import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'

/** A variable of the environment with a wrong value. The message names it and says what is right. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65_535)
    .default(fallback)

function isAddressOrRange(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : isIP(text) !== 0
}

/** What each variable takes, in the words that follow "must be". */
const meanings = {
  PORT: 'a port, 1 to 65535',
  HOST: 'an address or a host name to listen on',
  SITE_URL: 'the address of the site as visitors type it, http:// or https://, with no path',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'the address of a Postgres: postgres://user:password@host:5432/name',
  LOG_LEVEL: 'one of fatal, error, warn, info, debug, trace, silent',
  POSTS_PER_HOUR: 'a whole number, 1 to 100000',
  TRUSTED_PROXIES: 'addresses or ranges with commas between them: 127.0.0.1,10.0.0.0/8',
} as const

const schema = z.object({
  PORT: port(4321),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((value) => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`)
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: z
    .string()
    .refine((value) => !value.includes('\0'))
    .default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  POSTS_PER_HOUR: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 100_000)
    .default(20),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isAddressOrRange))
    .default([]),
})

export type Environment = Omit<z.output<typeof schema>, 'SITE_URL'> & { SITE_URL: string }

/**
 * Reads the variables of the process. An empty variable counts as one that is not set.
 * Throws EnvironmentError naming every variable that is wrong. A wrong value is never repeated: it may be a secret.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    const names = new Set(result.error.issues.map((issue) => issue.path[0] as keyof typeof meanings))
    throw new EnvironmentError([...names].map((name) => `${name} must be ${meanings[name]}`).join('; '))
  }
  const { PORT, SITE_URL = `http://localhost:${PORT}` } = result.data
  return { ...result.data, SITE_URL }
}
