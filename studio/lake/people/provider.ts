import { setTimeout as sleep } from 'node:timers/promises'
import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { decode } from 'hono/jwt'
import type { ProviderSettings } from '../env.ts'
import { formatError, lakeErrors, log } from '../errors.ts'

type Handler = (request: Request) => Promise<Response>

const providerId = 'oidc'

/** Milliseconds for all that the provider has to answer for one request of a browser. */
const deadlineMs = 10_000

/** Of better-auth. `callback` is registered at the provider. */
export const providerPaths = {
  signIn: '/auth/sign-in/social',
  link: '/auth/link-social',
  callback: `/auth/callback/${providerId}`,
}

/** An account counts by issuer and subject only: an email address is chosen by its owner, so none is read. */
export const accountLinking = {
  trustedProviders: [providerId],
  disableImplicitLinking: true,
  allowDifferentEmails: true,
}

/** Sign-in with an OpenID Connect provider. It is looked up on first use, so the lake also starts without it. */
export function createProvider(options: BetterAuthOptions, settings: ProviderSettings, basePath: string) {
  /** Whatever happens at the provider, it leads back to the page. */
  const page = `${basePath}/sign-in`
  let opened: Promise<Handler> | undefined

  /** Answers requests to `providerPaths`. Rejects with LakeError 503 if the provider does not answer. */
  async function handle(request: Request, origin: string): Promise<Response> {
    const expired = sleep(deadlineMs, undefined, { ref: false }).then(() => Promise.reject(away(settings)))
    opened ??= discover({ ...options, baseURL: origin, onAPIError: { errorURL: page } }, settings, basePath)
    try {
      return await Promise.race([expired, opened.then((handler) => handler(request))])
    } catch (error) {
      opened = undefined
      throw error
    }
  }

  return {
    label: settings.LAKE_OIDC_LABEL,
    body: { provider: providerId, callbackURL: page, errorCallbackURL: page, disableRedirect: true },
    start: handle,
    /** Always answers with a redirect to the page, whose parameter `error` says what has failed. */
    async finish(request: Request, origin: string): Promise<Response> {
      const answer = await handle(request, origin).catch((error: unknown) => log(formatError(error)))
      return answer?.status === 302 ? answer : Response.redirect(`${origin}${page}?error=failed`)
    },
  }
}

async function discover(options: BetterAuthOptions, settings: ProviderSettings, basePath: string) {
  const issuer = trim(settings.LAKE_OIDC_ISSUER)
  const plugin = genericOAuth({
    config: [
      {
        providerId,
        clientId: settings.LAKE_OIDC_CLIENT_ID,
        clientSecret: settings.LAKE_OIDC_CLIENT_SECRET,
        redirectURI: `${String(options.baseURL)}${basePath}${providerPaths.callback}`,
        authentication: 'basic',
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        scopes: ['openid'],
        disableSignUp: true,
        getUserInfo: ({ idToken }) => Promise.resolve(readAccount(idToken)),
        accountSubject: ({ profile }) => `${String(profile['iss'])} ${profile.sub}`,
      },
    ],
  })
  const auth = betterAuth({ ...options, plugins: [...(options.plugins ?? []), plugin] })
  const { socialProviders } = await auth.$context
  const found = socialProviders.find(({ id }) => id === providerId)
  if (found && trim(found.issuer ?? '') === issuer) return auth.handler
  if (found)
    log(
      `LAKE_OIDC_ISSUER must be ${found.issuer}, as the provider calls itself, not ${settings.LAKE_OIDC_ISSUER}`,
    )
  throw away(settings)
}

/** The claims of an ID token that the plugin has verified. better-auth requires an email address. */
function readAccount(idToken: string | undefined) {
  const { iss, sub } = idToken === undefined ? {} : decode(idToken).payload
  return typeof sub === 'string' && sub !== ''
    ? { iss, sub, email: 'account@provider.invalid', emailVerified: false }
    : null
}

const away = ({ LAKE_OIDC_LABEL }: ProviderSettings) =>
  lakeErrors.unavailable(`${LAKE_OIDC_LABEL} does not answer. Try again later.`)

const trim = (issuer: string) => issuer.replace(/\/$/, '')
