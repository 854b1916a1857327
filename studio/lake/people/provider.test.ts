import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { startProcess } from '../test-support/lake-process.ts'
import { startProvider } from '../test-support/oidc-provider.ts'
import { sendRaw } from '../test-support/request.ts'
import { makeFolder, startLake, type TestLake } from '../test-support/start-lake.ts'
import { inviteAgain, invitePerson, listPeople, removePerson, setRole } from './owner-requests.ts'

async function startBoth() {
  const provider = await startProvider()
  onTestFinished(provider.stop)
  const lake = await startLake(provider.settings)
  provider.serve(lake.origin)
  return { provider, lake }
}

/** A browser at the lake's page: keeps cookies, which ignore ports, and follows redirects. */
function openBrowser(lake: TestLake) {
  const cookies = new Map<string, string>()

  async function send(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { Cookie: cookie, Origin: new URL(url).origin, ...init.headers },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  /** Returns the address at which the redirects end, within the lake or at the form of the provider. */
  async function follow(url: string, init?: RequestInit): Promise<string> {
    const answer = await send(url, init)
    const location = answer.headers.get('location')
    return location === null ? url : follow(new URL(location, url).href)
  }

  const post = (path: string, body: unknown = {}) =>
    send(lake.origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const openProvider = async () => ((await (await post('/auth/provider')).json()) as { url: string }).url
  const submit = (url: string, given: Record<string, string>) =>
    follow(url, { method: 'POST', body: new URLSearchParams(given) })

  return {
    send,
    follow,
    post,
    openProvider,
    submit,
    accept: (link: string) => post('/session', { code: link.split('#')[1] }),
    /** The whole way to the provider and back. Returns the path at which it ends. */
    async useProvider(given: Record<string, string>): Promise<string> {
      const { pathname, search } = new URL(await submit(await follow(await openProvider()), given))
      return pathname + search
    },
    me: async () => {
      const answer = await send(`${lake.origin}/v1/users/me`)
      return answer.ok ? ((await answer.json()) as { name: string }).name : answer.status
    },
  }
}

type Browser = ReturnType<typeof openBrowser>

/** A person who has accepted the invitation with an account at the provider. */
async function joinAs(lake: TestLake, name: string, account: string): Promise<Browser> {
  const browser = openBrowser(lake)
  await browser.accept(await invitePerson(lake, name, 'editor'))
  expect(await browser.useProvider({ account })).toBe('/sign-in')
  return browser
}

it('accepts an invitation with an account, and finds the person by it from then on', async () => {
  const { provider, lake } = await startBoth()
  const ana = await joinAs(lake, 'Ana', 'ana-at-example')
  expect(await ana.me()).toBe('Ana')
  expect(await (await fetch(`${lake.origin}/session`)).json()).toMatchObject({ provider: 'Example Accounts' })

  const other = openBrowser(lake)
  expect(await other.useProvider({ account: 'ana-at-example' })).toBe('/sign-in')
  expect(await other.me()).toBe('Ana')
  // Already signed in at the provider: no form.
  const url = await other.openProvider()
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    redirect_uri: `${lake.origin}/auth/callback/oidc`,
    scope: 'openid',
    code_challenge_method: 'S256',
    nonce: expect.stringMatching(/./),
    state: expect.stringMatching(/./),
  })
  expect(await other.follow(url)).toBe(`${lake.origin}/sign-in`)

  const database = new DatabaseSync(join(lake.folder, 'people.sqlite'))
  onTestFinished(() => database.close())
  expect(database.prepare('SELECT accountId, accessToken, idToken, refreshToken FROM account').all()).toEqual(
    [
      {
        accountId: `${provider.issuer} ana-at-example`,
        accessToken: null,
        idToken: null,
        refreshToken: null,
      },
    ],
  )
})

it('lets in nobody without an invitation, whatever their account is called', async () => {
  const { lake } = await startBoth()
  await joinAs(lake, 'Ana', 'ana-at-example')
  for (const account of ['stranger', 'ana', 'ana@studio.invalid', 'Ana-at-example']) {
    const stranger = openBrowser(lake)
    expect(await stranger.useProvider({ account })).toBe('/sign-in?error=signup_disabled')
    expect(await stranger.me()).toBe(401)
  }
  expect(await listPeople(lake)).toHaveLength(1)
})

it('takes the account of one provider not for that of another, nor a provider with another name', async () => {
  const { provider, lake } = await startBoth()
  await joinAs(lake, 'Ana', 'ana')
  await lake.stop()
  const other = await startProvider()
  onTestFinished(other.stop)
  const again = await startLake({ ...other.settings, LAKE_FOLDER: lake.folder })
  other.serve(again.origin)
  expect(await openBrowser(again).useProvider({ account: 'ana' })).toBe('/sign-in?error=signup_disabled')

  const alias = provider.issuer.replace('localhost', '127.0.0.1')
  const misnamed = await startLake({ ...provider.settings, LAKE_OIDC_ISSUER: alias })
  expect(await openBrowser(misnamed).post('/auth/provider')).toMatchObject({ status: 503 })
})

it('keeps the invitation when the provider denies, and lets the person try again', async () => {
  const { lake } = await startBoth()
  const ana = openBrowser(lake)
  await ana.accept(await invitePerson(lake, 'Ana', 'editor'))
  expect(await ana.useProvider({ cancel: '1' })).toMatch(/^\/sign-in\?error=access_denied/)
  expect(await ana.me()).toBe(401)
  expect(await ana.useProvider({ account: 'ana' })).toBe('/sign-in')
  expect(await ana.me()).toBe('Ana')
})

it('an account belongs to one person', async () => {
  const { lake } = await startBoth()
  await joinAs(lake, 'Ana', 'shared')
  const bo = openBrowser(lake)
  await bo.accept(await invitePerson(lake, 'Bo', 'editor'))
  expect(await bo.useProvider({ account: 'shared' })).toMatch(
    /^\/sign-in\?error=account_already_linked_to_different_user/,
  )
  expect(await bo.me()).toBe(401)
  expect(await bo.post('/session/password', { password: 'correct horse battery staple' })).toMatchObject({
    status: 204,
  })
})

it('starts without the provider, says that it is away, and signs in once it is back', async () => {
  const provider = await startProvider()
  onTestFinished(provider.stop)
  await provider.stop()
  const lake = await startLake(provider.settings)
  const ana = openBrowser(lake)
  await ana.accept(await invitePerson(lake, 'Ana', 'editor'))
  const expectAway = async () => {
    const answer = await ana.post('/auth/provider')
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { message: 'Example Accounts does not answer. Try again later.' },
    ])
  }
  await expectAway()
  // Takes requests, and answers none.
  await provider.start()
  await expectAway()
  provider.serve(lake.origin)
  expect(await ana.useProvider({ account: 'ana' })).toBe('/sign-in')
  expect(await ana.me()).toBe('Ana')
})

it('comes back to the page when the provider is away at the callback, or refuses the client', async () => {
  const { provider, lake } = await startBoth()
  const ana = await joinAs(lake, 'Ana', 'ana')
  const callback = await readCallback(ana)
  await provider.stop()
  expect(new URL(await ana.follow(callback)).search).toBe('?error=invalid_code')
  const other = await startLake({ ...provider.settings, LAKE_OIDC_CLIENT_SECRET: 'wrong' })
  await provider.start()
  provider.serve(other.origin)
  const bo = openBrowser(other)
  await bo.accept(await invitePerson(other, 'Bo', 'editor'))
  expect(await bo.useProvider({ account: 'bo' })).toBe('/sign-in?error=invalid_code')
  expect(await bo.me()).toBe(401)
})

/** The callback's address with its code, before the browser opens it. */
async function readCallback(browser: Browser): Promise<string> {
  let url = await browser.openProvider()
  while (!url.includes('/auth/callback/')) {
    const answer: Response = await browser.send(url)
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider asks for an account at ${url}`)
    url = new URL(location, url).href
  }
  return url
}

it('refuses a callback that is replayed, of another browser, forged or without a state', async () => {
  const { lake } = await startBoth()
  const ana = await joinAs(lake, 'Ana', 'ana')
  const error = async (browser: Browser, url: string) => new URL(await browser.follow(url)).search
  const stolen = await readCallback(ana)
  const thief = openBrowser(lake)
  expect(await error(thief, stolen)).toBe('?error=state_mismatch')
  // With a sign-in of its own.
  await thief.openProvider()
  expect(await error(thief, await readCallback(ana))).toBe('?error=state_mismatch')
  expect(await thief.me()).toBe(401)

  const callback = await readCallback(ana)
  expect(await error(ana, callback)).toBe('')
  expect(await error(ana, callback)).toBe('?error=state_mismatch')
  expect(await error(ana, `${lake.origin}/auth/callback/oidc?code=x&state=y`)).toBe('?error=state_mismatch')
  expect(await error(ana, `${lake.origin}/auth/callback/oidc?code=x`)).toBe('?error=state_not_found')
  expect(await error(ana, `${lake.origin}/auth/callback/oidc`)).toBe('?error=state_not_found')
})

it('comes back to the path of LAKE_PUBLIC_URL', async () => {
  const { provider } = await startBoth()
  const lake = await startLake({ ...provider.settings, LAKE_PUBLIC_URL: 'https://example.org/studio' })
  const url = new URL(await openBrowser(lake).openProvider())
  expect(url.searchParams.get('redirect_uri')).toBe('https://example.org/studio/auth/callback/oidc')
})

it('never leads to another site, and takes no parameters for better-auth', async () => {
  const { lake } = await startBoth()
  const ana = openBrowser(lake)
  const evil = 'https://evil.example/'
  const answer = await ana.post('/auth/provider', {
    callbackURL: evil,
    errorCallbackURL: evil,
    newUserCallbackURL: evil,
    requestSignUp: true,
    additionalParams: { redirect_uri: evil },
    provider: 'google',
  })
  const { url } = (await answer.json()) as { url: string }
  expect(url).not.toContain('evil')
  expect(new URL(await ana.submit(await ana.follow(url), { account: 'x' })).href).toBe(
    `${lake.origin}/sign-in?error=signup_disabled`,
  )
  for (const path of [
    '/auth/sign-in/social',
    '/auth/link-social',
    '/auth/list-accounts',
    '/auth/callback/google',
  ])
    expect([path, (await ana.post(path, { provider: 'oidc', callbackURL: evil })).status]).toEqual([
      path,
      401,
    ])
})

it('the account ends with the person, and follows their role', async () => {
  const { lake } = await startBoth()
  const ana = await joinAs(lake, 'Ana', 'ana')
  const [person] = await listPeople(lake)
  if (!person) throw new Error('Nobody has joined')
  await setRole(lake, person, 'moderator')
  expect(await ana.me()).toBe(401)
  expect(await ana.follow(await ana.openProvider())).toBe(`${lake.origin}/sign-in`)
  expect(await ana.me()).toBe('Ana')
  await removePerson(lake, person)
  expect(await ana.me()).toBe(401)
  expect(await ana.follow(await ana.openProvider())).toBe(`${lake.origin}/sign-in?error=signup_disabled`)
})

it('a new invitation replaces the account, also one that is being linked', async () => {
  const { lake } = await startBoth()
  const thief = openBrowser(lake)
  await thief.accept(await invitePerson(lake, 'Ana', 'editor'))
  const form = await thief.follow(await thief.openProvider())
  const [person] = await listPeople(lake)
  if (!person) throw new Error('Nobody is invited')
  const ana = openBrowser(lake)
  await ana.accept(await inviteAgain(lake, person))
  expect(new URL(await thief.submit(form, { account: 'thief' })).search).toContain(
    'error=unable_to_link_account',
  )
  expect(await ana.useProvider({ account: 'first' })).toBe('/sign-in')

  await ana.accept(await inviteAgain(lake, person))
  expect(await ana.me()).toBe(401)
  const other = openBrowser(lake)
  expect(await other.useProvider({ account: 'first' })).toBe('/sign-in?error=signup_disabled')
})

it('names the public address at the provider, and its cookie is for HTTPS only', async () => {
  const provider = await startProvider()
  onTestFinished(provider.stop)
  const lake = await startLake({ ...provider.settings, LAKE_PUBLIC_URL: 'https://studio.example.org' })
  provider.serve('https://studio.example.org')
  const lines = [
    'Host: studio.example.org',
    'Origin: https://studio.example.org',
    'X-Forwarded-For: 192.0.2.1',
  ]
  const { head, body } = await sendRaw(
    lake.port,
    ['POST /auth/provider HTTP/1.1', ...lines, 'Content-Type: application/json', 'Content-Length: 2'],
    '{}',
  )
  expect(decodeURIComponent(body)).toContain('redirect_uri=https://studio.example.org/auth/callback/oidc&')
  expect(head).toMatch(/set-cookie: __secure-studio_[^=]+\.state=[^;]+; .*httponly; secure; samesite=lax/)
})

it('offers nothing of it without settings, and refuses to start with half of them', async () => {
  const lake = await startLake()
  const answer = await fetch(`${lake.origin}/auth/provider`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
  expect((await fetch(`${lake.origin}/auth/callback/oidc?code=x&state=y`)).status).toBe(401)
  expect(await (await fetch(`${lake.origin}/session`)).json()).not.toHaveProperty('provider')
  const half = startProcess({
    LAKE_FOLDER: await makeFolder(),
    LAKE_OIDC_ISSUER: 'https://accounts.example.org',
  })
  expect(await half.exit).toBe(1)
  expect(half.readOutput()).toMatch(
    /^--oidc-client-id \(LAKE_OIDC_CLIENT_ID\) must be [^\n]*; --oidc-client-secret .* must be .*\n$/,
  )
})
