import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'
import { findFreePort } from '../../../site/e2e/support/free-port.ts'

/** The settings of a lake that signs people in with the provider. */
type Settings = Record<`LAKE_OIDC_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'LABEL'}`, string>

const client = { id: 'studio', secret: 'a secret of the client' }

/** A real OpenID Connect provider on loopback, which asks for the name of an account, and believes it. */
export async function startProvider() {
  let listener: RequestListener | undefined
  const server = createServer((request, response) => void listener?.(request, response))
  const port = await findFreePort()
  const start = async () => void (await once(server.listen(port, '127.0.0.1'), 'listening'))
  await start()
  const issuer = `http://localhost:${port}`
  const settings: Settings = {
    LAKE_OIDC_ISSUER: issuer,
    LAKE_OIDC_CLIENT_ID: client.id,
    LAKE_OIDC_CLIENT_SECRET: client.secret,
    LAKE_OIDC_LABEL: 'Example Accounts',
  }
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    issuer,
    settings,
    /** Answers from now on, for a lake at this address; before, it takes requests and answers none. */
    serve(lakeAddress: string): void {
      const provider = createProvider(issuer, `${lakeAddress}/auth/callback/oidc`)
      const answer = provider.callback()
      listener = (request, response) =>
        request.url?.startsWith('/interaction/')
          ? askForAccount(provider, request, response)
          : answer(request, response)
    },
    stop,
    start,
    [Symbol.asyncDispose]: stop,
  }
}

function createProvider(issuer: string, redirectUri: string): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    cookies: { keys: ['for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
}

const form = `<!doctype html><title>Example Accounts</title><form method="post">
  <label>Account <input name="account"></label> <button>Continue</button> <button name="cancel" value="1">Cancel</button>
</form>`

async function askForAccount(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') return void response.setHeader('Content-Type', 'text/html').end(form)
  const given = new URLSearchParams(await readText(request))
  const result = given.has('cancel')
    ? { error: 'access_denied', error_description: 'The person has cancelled' }
    : { login: { accountId: given.get('account') ?? '' } }
  await provider.interactionFinished(request, response, result)
}
