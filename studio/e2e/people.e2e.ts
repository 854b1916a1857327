import { invitePerson, listPeople, removePerson, setRole } from '../lake/people/owner-requests.ts'
import { startProvider } from '../lake/test-support/oidc-provider.ts'
import { startLake } from './support/lake.ts'
import { joinWithPasskey, openDevice, readLastAuthor } from './support/people.ts'
import { forgetSession, joinWithPassword, password } from './support/session.ts'
import { findField, findForm, openDocument, publish, waitUntilSaved } from './support/studio.ts'
import { expect, test } from './support/test.ts'

test('an editor, an organiser and a moderator join with passkeys, and see what they may do', async ({
  browser,
  lake,
}) => {
  const [editor, organiser, moderator] = [
    await openDevice(browser, lake.address),
    await openDevice(browser, lake.address),
    await openDevice(browser, lake.address),
  ]
  await joinWithPasskey(editor.page, await invitePerson(lake, 'Ana', 'editor'))
  await joinWithPasskey(organiser.page, await invitePerson(lake, 'Oz', 'organiser'))
  await joinWithPasskey(moderator.page, await invitePerson(lake, 'Mo', 'moderator'))

  await expect(editor.page.getByRole('option', { name: 'Site settings' })).toBeVisible()
  await editor.page.goto('/structure/contact')
  const field = findField(editor.page, 'title').getByRole('textbox')
  await expect(field).toBeEditable()
  await field.fill('Write to Ana')
  await publish(editor.page)

  await organiser.page.goto('/structure')
  await expect(organiser.page.getByRole('option', { name: 'Venues' })).toBeVisible()
  await expect(organiser.page.getByRole('option', { name: 'Site settings' })).toBeHidden()
  await organiser.page.goto('/intent/create/template=event;type=event/')
  await findField(organiser.page, 'title').getByRole('textbox').fill('A meetup of Oz')
  await waitUntilSaved(organiser.page)
  const [draft] = await lake.client.fetch<{ _id: string }[]>('*[title == "A meetup of Oz"]')
  expect(draft?._id).toMatch(/^drafts\./)

  // The desk of this lake has no site.
  await expect(moderator.page.getByText('This Studio does not know its site.')).toBeVisible()
  await expect(moderator.page.getByRole('link', { name: 'Content' })).toBeHidden()

  // Another editor sees who did it.
  expect(await readLastAuthor(lake, 'production', 'contact')).toBe('Ana')
  for (const { context } of [editor, organiser, moderator]) await context.close()
})

test('a person signs in again with their passkey, and is signed out when removed', async ({
  browser,
  lake,
}) => {
  const { context, page } = await openDevice(browser, lake.address)
  await joinWithPasskey(page, await invitePerson(lake, 'Ana', 'editor'))
  await page.goto('/structure/contact')
  await page.getByRole('button', { name: 'Ana' }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the Studio' })).toBeVisible()
  await expect(page.getByRole('status')).toBeHidden()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(findForm(page).getByRole('textbox').first()).toBeEditable()

  const [ana] = await listPeople(lake)
  if (!ana) throw new Error('Nobody has joined')
  await setRole(lake, ana, 'organiser')
  await expect(page.getByRole('status')).toHaveText('You were signed out: your session has ended.')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('option', { name: 'Venues' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Site settings' })).toBeHidden()

  await removePerson(lake, ana)
  await expect(page.getByRole('heading', { name: 'Open the Studio with a link' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('You were signed out: your session has ended.')
  await page.reload()
  await expect(page.getByRole('status')).toBeHidden()
  await context.close()
})

test('an invitation is accepted once, and a password takes the place of a passkey', async ({
  browser,
  lake,
}) => {
  const context = await browser.newContext({ baseURL: lake.address })
  const page = await context.newPage()
  const link = await invitePerson(lake, 'Bo', 'editor')
  await page.goto(link)
  await expect(page).toHaveTitle('Accept your invitation · founderlist')
  await expect(page.getByText('Bo, you are invited to work in this Studio as an editor.')).toBeVisible()
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Bo' })).toBeFocused()
  await page.getByText('Use a password instead').click()
  const field = page.getByLabel('Password, at least 12 characters')
  await field.fill('too short')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Choose a password with at least 12 characters.')
  await field.fill('passwordpassword')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('alert')).toHaveText(/easy to guess/)
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/easy to guess/)
  await page.getByRole('checkbox', { name: 'Show password' }).check()
  await expect(field).toHaveAttribute('type', 'text')
  await field.fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('option', { name: 'Site settings' })).toBeVisible()

  await page.goto(link)
  await page.getByRole('link', { name: 'Open the Studio' }).click()
  await expect(page.getByRole('option', { name: 'Site settings' })).toBeVisible()

  const other = await (await browser.newContext({ baseURL: lake.address })).newPage()
  await other.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible()
  await expect(other.getByRole('button')).toHaveCount(0)
  await other.getByRole('link', { name: 'Go to the sign-in' }).click()
  // A browser without passkeys offers the password.
  await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden()
  await expect(other.locator('#sign-in').getByText('Passkeys do not work in this browser')).toBeVisible()
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByRole('alert')).toHaveText('Enter your sign-in name.')
  await other.getByLabel('Sign-in name').fill('bo')
  await other.getByLabel('Password', { exact: true }).fill('a wrong password')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByRole('alert')).toHaveText('The sign-in name or the password is wrong.')
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByRole('option', { name: 'Site settings' })).toBeVisible()

  const guess = { data: { username: 'bo', password: 'a wrong password' } }
  for (let count = 0; count < 10; count += 1)
    await context.request.post(`${lake.address}/auth/sign-in/username`, guess)
  await forgetSession(other)
  await other.goto('/sign-in')
  await other.getByLabel('Sign-in name').fill('bo')
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByRole('alert')).toHaveText(/^Too many attempts\. Try again in \d+ seconds\.$/)
  await other.context().close()
  await context.close()
})

test('a sign-in without a passkey is explained', async ({ browser, lake }) => {
  await invitePerson(lake, 'Ana', 'editor')
  const { context, page } = await openDevice(browser, lake.address)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^No passkey was used/)
  await context.close()
})

test('an administrator invites, changes and removes people in the Studio', async ({
  browser,
  context,
  page,
  lake,
  expectErrors,
}) => {
  expectErrors(/400/, /409/)
  await page.goto('/people')
  await expect(page.getByText(/^Nobody yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/^An invitation needs a name/)
  await page.getByLabel('Name').fill('Ana')
  await page.getByLabel('Role', { exact: true }).selectOption('Organiser')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const field = page.getByLabel('Invitation for Ana', { exact: true })
  await expect(field).toHaveValue(new RegExp(`^${lake.address}/join#`))
  const first = await field.inputValue()
  await expect(page.getByText('ana · invited')).toBeVisible()
  const status = page.getByRole('status').filter({ hasText: 'Ana' })
  await expect(status).toHaveText(/^Ana is invited\. Send them the link\./)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect(page.getByText('The invitation is copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Role of Ana').selectOption('Moderator')
  await expect(status).toHaveText('Ana’s role is Moderator now.')
  expect((await listPeople(lake))[0]?.role).toBe('moderator')
  await page.getByRole('button', { name: 'New invitation for Ana' }).click()
  await expect(field).not.toHaveValue(first)
  await expect(status).toHaveText(/^Ana has a new invitation\./)
  await page.getByRole('button', { name: 'End the sessions of Ana' }).click()
  await expect(status).toHaveText('Ana’s sessions have ended.')
  await page.getByRole('button', { name: 'Remove Ana' }).click()
  await expect(page.getByText(/^Nobody yet/)).toBeVisible()
  await expect(status).toHaveText('Ana has been removed.')
  await expect(field).toBeHidden()

  const boss = await browser.newContext()
  await joinWithPassword(boss, lake.address, await invitePerson(lake, 'Boss', 'administrator'))
  await page.getByRole('button', { name: 'Remove Boss' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Boss' }).getByRole('alert')).toHaveText(
    /^This is the last administrator/,
  )
  await boss.close()
})

test('the history names who has edited and published, even when they are no longer here', async ({
  page,
  lake,
  browser,
}) => {
  const ana = await browser.newContext({ baseURL: lake.address })
  await joinWithPassword(ana, lake.address, await invitePerson(lake, 'Ana Núñez', 'editor'))
  const anasPage = await ana.newPage()
  await openDocument(anasPage, 'contact')
  const title = findField(anasPage, 'title').getByRole('textbox')
  await title.fill('Write to Ana')
  await publish(anasPage)
  await title.fill('Write to us')
  await waitUntilSaved(anasPage)
  for (const person of await listPeople(lake)) await removePerson(lake, person)
  await expect(anasPage.getByText('Open the Studio')).toBeVisible()
  await ana.close()
  await openDocument(page, 'contact')
  await page.getByTestId('pane-context-menu-button').click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const revisions = page.getByRole('listbox', { name: 'Document revisions' }).getByRole('option')
  await expect(revisions).toHaveText([/Edited/, /Draft created/, /Published/, /Created/])
  for (const revision of (await revisions.all()).slice(0, 3))
    await expect(revision.getByLabel('Ana Núñez').first()).toBeVisible()
  await expect(revisions.last().getByLabel('Program with the write token').first()).toBeVisible()
})

const testWithProvider = test.extend({
  lake: async ({ studioFolder }, use) => {
    await using provider = await startProvider()
    await using lake = await startLake({ studioFolder, variables: provider.settings })
    provider.serve(lake.address)
    await use(lake)
  },
})

testWithProvider(
  'a person joins and signs in with an account at a provider, and a stranger does not',
  async ({ browser, lake }) => {
    const context = await browser.newContext({ baseURL: lake.address })
    const page = await context.newPage()
    await page.goto(await invitePerson(lake, 'Ana', 'editor'))
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    const join = page.getByRole('button', { name: 'Use your account at Example Accounts' })
    await join.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toHaveText('The sign-in was cancelled. Try again.')
    await expect(page).toHaveURL(`${lake.address}/sign-in`)
    await join.click()
    await page.getByLabel('Account').fill('ana-at-example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('option', { name: 'Site settings' })).toBeVisible()

    await forgetSession(page)
    await page.goto('/structure/contact')
    const signIn = page.getByRole('button', { name: 'Sign in with Example Accounts' })
    await signIn.click()
    await page.getByLabel('Account').fill('stranger')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'Nobody here signs in with this account. Ask an administrator for an invitation.',
    )
    await context.clearCookies()
    await page.goto('/structure/contact')
    await signIn.click()
    await page.getByLabel('Account').fill('ana-at-example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(findForm(page).getByRole('textbox').first()).toBeEditable()
    await expect(page).toHaveURL(/\/structure\/contact/)
    await context.close()
  },
)
