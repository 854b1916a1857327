import { createHash } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { passkey } from '@better-auth/passkey'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'
import { getMigrations } from 'better-auth/db/migration'
import { magicLink } from 'better-auth/plugins/magic-link'
import { username } from 'better-auth/plugins/username'
import { openSecret } from '../connection.ts'
import type { LakeEnvironment } from '../env.ts'
import { formatError, log, OperatorError } from '../errors.ts'
import { checkPages } from '../store/open-database.ts'
import { minPasswordLength } from './passwords.ts'
import { logSignIn, toLine } from './people-log.ts'
import { accountLinking, createProvider } from './provider.ts'

export type Auth = Awaited<ReturnType<typeof openAuth>>

/** Takes the place of an email server. */
type Delivery = { deliver: (code: string) => void }

/** Seconds. */
const lifetimes = { session: 30 * 86_400, invitation: 7 * 86_400 }

/** The header in which `people/routes.ts` puts the address of the client. */
export const clientHeader = 'x-lake-client'

/**
 * Opens the people of a lake, `people.sqlite` and `people-secret` in its folder: names, roles, passkeys, password hashes and
 * sessions, all kept by better-auth. `lakeId` distinguishes the cookies of two lakes on one machine, which ignore ports; the
 * site beside the Studio gets no cookies, because of `basePath`. Throws OperatorError if the file is damaged.
 */
export async function openAuth(environment: LakeEnvironment, lakeId: string, basePath: string) {
  const { LAKE_FOLDER: folder, LAKE_PUBLIC_URL: publicUrl, provider } = environment
  const database = openDatabase(join(folder, 'people.sqlite'))
  const options = {
    database,
    secret: openSecret(folder, 'people-secret'),
    // The library needs one; `trustedOrigins`, `rpID` and the cookies do not depend on it.
    baseURL: publicUrl?.origin ?? 'http://localhost',
    basePath: '/auth',
    appName: 'Studio',
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        log(`Sign-in: ${[message, ...details].map(formatDetail).join(' ')}`),
    },
    // `http/access.ts` has refused other origins.
    trustedOrigins: (request) => [request?.headers.get('origin') ?? ''],
    // An end that no use postpones: a stolen cookie does not last for ever.
    session: { expiresIn: lifetimes.session, disableSessionRefresh: true },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength },
    account: { accountLinking, updateAccountOnSignIn: false },
    databaseHooks: {
      session: {
        create: {
          async after({ userId }, context) {
            const person = database
              .prepare('SELECT id, name, username AS signInName FROM user WHERE id = ?')
              .get(userId)
            logSignIn(person as Parameters<typeof logSignIn>[0], context?.path)
          },
        },
      },
      account: {
        create: {
          /** Only in a session of the person, which may have ended meanwhile. Nothing needs the provider's tokens. */
          async before(account, context) {
            const session = context && (await getSessionFromCtx(context))
            const noTokens = { accessToken: undefined, refreshToken: undefined, idToken: undefined }
            return session?.user.id === account.userId && { data: noTokens }
          },
        },
      },
    },
    user: { additionalFields: { role: { type: 'string', input: false } } },
    rateLimit: {
      enabled: true,
      window: 60,
      max: 100,
      // The way to the provider guesses nothing.
      customRules: { '/sign-in/social': { window: 60, max: 60 }, '/sign-in/*': { window: 60, max: 10 } },
    },
    advanced: {
      cookiePrefix: `studio_${lakeId}`,
      useSecureCookies: publicUrl?.protocol === 'https:',
      defaultCookieAttributes: { sameSite: 'lax', path: basePath || '/' },
      ipAddress: { ipAddressHeaders: [clientHeader] },
    },
    plugins: [
      username({ minUsernameLength: 1 }),
      passkey({ rpID: publicUrl?.hostname ?? 'localhost', rpName: 'Studio' }),
      magicLink({
        expiresIn: lifetimes.invitation,
        storeToken: { type: 'custom-hasher', hash: (code) => Promise.resolve(hashCode(code)) },
        disableSignUp: true,
        sendMagicLink: ({ token, metadata }) => (metadata as Delivery).deliver(token),
      }),
    ],
  } satisfies BetterAuthOptions
  await (await getMigrations(options)).runMigrations()
  const auth = betterAuth(options)
  return {
    database,
    api: auth.api,
    handler: auth.handler,
    provider: provider && createProvider(options, provider, basePath),
    records: (await auth.$context).internalAdapter,
    /** A code that opens one session for the person with this email address, within 7 days. */
    async makeCode(email: string): Promise<string> {
      const { promise, resolve } = Promise.withResolvers<string>()
      const metadata: Delivery = { deliver: resolve }
      await auth.api.signInMagicLink({ body: { email, metadata }, headers: new Headers() })
      return promise
    },
    close: () => database.close(),
  }
}

/** As the codes of invitations and links are stored. */
export const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')

/** The errors of better-auth have an empty stack; those of a provider are its answers. */
function formatDetail(detail: unknown): string {
  if (detail instanceof Error && detail.stack) return formatError(detail)
  if (detail instanceof Error) return toLine(detail.message)
  return toLine(typeof detail === 'string' ? detail : `${JSON.stringify(detail)}`)
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    chmodSync(path, 0o600)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    checkPages(database)
    return database
  } catch (error) {
    database.close()
    throw new OperatorError(
      `The file of the Studio's people, ${path}, is damaged (${(error as Error).message}). Restore it from a backup, ` +
        'or move it away and invite everybody again: the content does not depend on it',
      { cause: error },
    )
  }
}
