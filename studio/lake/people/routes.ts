import { readFileSync } from 'node:fs'
import type { BlockList } from 'node:net'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { lakeErrors } from '../errors.ts'
import { callerOf, type LakeEnv } from '../http/access.ts'
import { isProxy } from '../http/addresses.ts'
import { acceptsPage, limitBody, readJsonObject } from '../http/requests.ts'
import { inlineHashes } from '../studio/index-page.ts'
import { clientHeader } from './open-auth.ts'
import { createFailureLimit } from './passwords.ts'
import { createRefusalLog, describePerson } from './people-log.ts'
import type { People } from './people.ts'
import { providerPaths } from './provider.ts'
import { localEditor, program, roles } from './roles.ts'

const signInPage = readFileSync(new URL('sign-in.html', import.meta.url), 'utf8')
const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    ['script-src', ...inlineHashes(signInPage, 'script')].join(' '),
    ['style-src', ...inlineHashes(signInPage, 'style')].join(' '),
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** The other endpoints of better-auth that the page uses. Those that are not listed do not exist. */
const authPaths = {
  get: ['/auth/passkey/generate-authenticate-options', '/auth/passkey/generate-register-options'],
  post: ['/auth/passkey/verify-authentication', '/auth/passkey/verify-registration'],
  register: ['/auth/passkey/generate-register-options', '/auth/passkey/verify-registration'],
}

type Options = { people: People; publicUrl?: URL | undefined; basePath: string }
type PageOptions = Options & {
  proxies: BlockList
  /** The name of the Studio, as HTML. */
  readTitle: () => Promise<string>
}

/**
 * The page where people sign in and accept invitations, and its requests. All other requests without access end here:
 * navigations get the page, the others 401.
 */
export function signInRoutes({ people, publicUrl, basePath, proxies, readTitle }: PageOptions) {
  const app = new Hono<LakeEnv>()
  const page = signInPage.replace('<html', `$& data-base="${basePath}"`)
  const sendPage = async (c: Context, status: 200 | 401) => {
    const title = await readTitle()
    const html = page.replaceAll('{title}', () => title)
    return c.html(html, status, pageHeaders)
  }
  const toAuthRequest = createRequestWriter(proxies)
  const logRefusal = createRefusalLog()
  const refuse = (c: Context<LakeEnv>, what: string) => logRefusal(addressOf(c, proxies), what)
  app.use('/auth/*', limitBody(1))
  app.use('/session/*', limitBody(1))
  for (const path of ['/open', '/join', '/sign-in']) app.get(path, (c) => sendPage(c, 200))

  app.get('/session', async (c) => {
    const session = await people.findSession(c.req.header('cookie') ?? '')
    const person = session && people.find(session.caller.id)
    return c.json({
      isOpen: c.get('caller') !== undefined,
      hasPeople: people.list().length > 0,
      provider: people.provider?.label,
      person: person && { name: person.name, signInName: person.signInName },
    })
  })
  app.post('/session', async (c) => {
    const { code } = await readJsonObject(c)
    return people.redeem(String(code)).catch((error: unknown) => {
      refuse(c, 'a link or invitation that is unknown, used or expired')
      throw error
    })
  })
  app.post('/session/invitation', async (c) => {
    const { code } = await readJsonObject(c)
    const { name, role } = people.findByCode(String(code))
    return c.json({ name, role })
  })
  app.post('/session/password', async (c) => {
    const { password } = await readJsonObject(c)
    await people.choosePassword(c.req.raw.headers, String(password))
    return c.body(null, 204)
  })

  const failures = createFailureLimit()
  app.post('/auth/sign-in/username', async (c) => {
    const { username, password } = await readJsonObject(c)
    const name = String(username).toLowerCase()
    failures.check(name)
    // For a person without a password, better-auth answers sooner than for an unknown name, for which it hashes.
    const known = people.hasPassword(name) ? name : 'nobody.'
    const answer = await people.handleAuth(toAuthRequest(c, { username: known, password: String(password) }))
    if (answer.ok) failures.reset(name)
    else if (answer.status === 401) {
      failures.count(name)
      // An unknown name may be a password in the wrong field.
      const person = people.findByName(name)
      refuse(c, `the password of ${person ? describePerson(person) : 'an unknown name'}`)
    }
    return answer
  })
  app.on(['GET', 'POST'], authPaths.register, async (c, next) => {
    await people.findInvited(c.req.header('cookie') ?? '')
    await next()
  })
  for (const path of authPaths.get) app.get(path, (c) => people.handleAuth(toAuthRequest(c)))
  for (const path of authPaths.post)
    app.post(path, async (c) => {
      const answer = await people.handleAuth(toAuthRequest(c, await readJsonObject(c)))
      if (!answer.ok && answer.status !== 429) refuse(c, 'a passkey')
      // An invited person may have a passkey now.
      people.forget()
      return answer
    })
  const { provider } = people
  if (provider) {
    app.post('/auth/provider', async (c) => {
      const session = await people.findSession(c.req.header('cookie') ?? '')
      const path = session?.isComplete === false ? providerPaths.link : providerPaths.signIn
      return provider.start(toAuthRequest(c, provider.body, path), originOf(c, publicUrl))
    })
    app.get(providerPaths.callback, async (c) => {
      const answer = await provider.finish(toAuthRequest(c), originOf(c, publicUrl))
      const [, parameters] = answer.headers.get('location')?.split('?') ?? []
      const fault = new URLSearchParams(parameters).get('error')
      if (fault !== null) refuse(c, `an account at the provider, ${fault}`)
      people.forget()
      return answer
    })
  }

  app.use((c, next) => {
    if (c.get('caller')) return next()
    if (!acceptsPage(c)) throw lakeErrors.unauthorized()
    return sendPage(c, 401)
  })
  return app
}

const inviteSchema = z.object({ name: z.string().trim().min(1).max(100), role: z.enum(roles) })

/** `/auth/people`: for administrators, and for programs with the write token. */
export function peopleRoutes({ people, publicUrl, basePath }: Options) {
  const app = new Hono<LakeEnv>()
  const linkTo = (c: Context<LakeEnv>, path: string, code: string) =>
    `${originOf(c, publicUrl)}${basePath}/${path}#${code}`

  app.use(async (c, next) => {
    if (callerOf(c).role !== 'administrator')
      throw lakeErrors.forbidden('Only administrators may see and change people')
    await next()
  })
  // At the server only: a session may not make another.
  app.post(`/${localEditor.id}/link`, async (c) => {
    if (callerOf(c) !== program) throw lakeErrors.unauthorized()
    return c.json({ link: linkTo(c, 'open', await people.openLocally(callerOf(c))) })
  })
  app.delete('/all/sessions', async (c) => {
    if (callerOf(c) !== program) throw lakeErrors.unauthorized()
    await people.endAll(callerOf(c))
    return c.body(null, 204)
  })

  app.get('/', (c) => c.json(people.list()))
  app.post('/', async (c) => {
    const invitation = inviteSchema.safeParse(await readJsonObject(c))
    if (!invitation.success)
      throw lakeErrors.badRequest(
        `An invitation needs a name of 1 to 100 characters and a role: ${roles.join(', ')}`,
      )
    const { name, role } = invitation.data
    const { person, code } = await people.invite(name, role, callerOf(c))
    return c.json({ person, link: linkTo(c, 'join', code) }, 201)
  })
  app.post('/:id/invitation', async (c) =>
    c.json({ link: linkTo(c, 'join', await people.inviteAgain(c.req.param('id'), callerOf(c))) }),
  )
  app.put('/:id/role', async (c) => {
    const role = z.enum(roles).safeParse((await readJsonObject(c))['role'])
    if (!role.success) throw lakeErrors.badRequest(`A role is one of ${roles.join(', ')}`)
    await people.setRole(c.req.param('id'), role.data, callerOf(c))
    return c.body(null, 204)
  })
  app.delete('/:id/sessions', async (c) => {
    await people.endSessions(c.req.param('id'), callerOf(c))
    return c.body(null, 204)
  })
  app.delete('/:id', async (c) => {
    await people.remove(c.req.param('id'), callerOf(c))
    return c.body(null, 204)
  })

  return app
}

/** The Studio's address for other machines, else for this one. */
function originOf(c: Context<LakeEnv>, publicUrl: URL | undefined): string {
  return publicUrl?.origin ?? `http://localhost:${c.env.incoming.socket.localPort ?? 0}`
}

/** As the nearest trusted proxy has seen it: no client can choose it. */
function addressOf(c: Context<LakeEnv>, proxies: BlockList): string {
  const { remoteAddress = '' } = c.env.incoming.socket
  const seen = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return (isProxy(proxies, remoteAddress) && seen) || remoteAddress
}

/** With the address of the client, for the rate limits of better-auth. */
function createRequestWriter(proxies: BlockList) {
  return (c: Context<LakeEnv>, body?: Record<string, unknown>, path = c.req.path): Request => {
    const headers = new Headers(c.req.raw.headers)
    headers.set(clientHeader, addressOf(c, proxies))
    headers.delete('content-length')
    const url = new URL(c.req.url)
    url.pathname = path
    return new Request(url, {
      method: c.req.method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
  }
}
