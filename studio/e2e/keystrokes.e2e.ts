import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
// oxlint-disable-next-line no-restricted-imports -- restarts the lake as the server does
import { startLocalLake } from '../../api/content/local-lake.ts'
import { invitePerson } from '../lake/people/owner-requests.ts'
import { buildStudio, checkout } from './support/built-studio.ts'
import { connect } from './support/lake.ts'
import { joinWithPassword } from './support/session.ts'
import { findPublish, openDocument, publish, waitUntilSaved } from './support/studio.ts'

/** How long people type, at least. `npm run test:keystrokes` takes ten minutes. */
const minutes = Number(process.env['KEYSTROKE_MINUTES'] ?? 0)
const faults = ['kill', 'kill', 'offline', 'kill', 'kill', 'offline', 'kill'] as const

const titles = {
  programme: 'The programme in a sentence',
  nextStep: 'The next step',
  sidebarText: 'Sidebar text',
  description: 'Description for search and sharing',
}
type Field = keyof typeof titles
const ownFields: Field[] = ['programme', 'nextStep', 'sidebarText']
const shared: Field = 'description'

type Person = { own: Field; context: BrowserContext; page: Page }

const find = ({ page }: Person, field: Field) => page.getByRole('textbox', { name: titles[field] })

/** Types letter by letter; while the Studio has no connection, the field takes none. A letter that it shows must stay. */
async function typeAtEnd(person: Person, name: Field, words: string): Promise<string> {
  const field = find(person, name)
  await field.press('Control+End')
  let shown = await field.inputValue()
  for (const letter of words) {
    for (;;) {
      await person.page.keyboard.type(letter)
      const now = await field.inputValue()
      if (now === shown + letter) break
      expect(now, 'a letter that was shown is lost').toBe(shown)
      await expect(field).toBeEditable()
      await field.press('Control+End')
    }
    shown += letter
  }
  return shown
}

/** Replaces the text of the person's own field. */
async function write(person: Person, round: number): Promise<[Field, string]> {
  await find(person, person.own).fill('')
  return [person.own, await typeAtEnd(person, person.own, `typed on in round ${round}`)]
}

/** While the person's first change after the call is sent, or soon afterwards. */
async function waitForChange({ page }: Person): Promise<void> {
  await page.waitForRequest(/\/data\/actions\//)
  await sleep(Math.random() * 400)
}

test('no keystroke of three people is lost when the lake is killed and one of them is offline', async ({
  browser,
}) => {
  test.setTimeout(900_000 + minutes * 120_000)
  const studioFolder = await buildStudio()
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'keystrokes-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const lake = opened.use(
    await startLocalLake({ checkout, folder, port: 0, studioFolder, log: () => undefined }),
  )
  const address = `http://localhost:${lake.port}`
  const client = connect(lake.port, lake.token)

  async function openPerson(own: Field): Promise<Person> {
    const context = opened.use(await browser.newContext({ baseURL: address }))
    await joinWithPassword(context, address, await invitePerson(lake, own, 'editor'))
    const page = await context.newPage()
    await openDocument(page, 'home')
    return { own, context, page }
  }
  const people: Person[] = []
  for (const own of ownFields) people.push(await openPerson(own))

  /** In the lake and in everybody's view. */
  async function expectTexts(texts: [Field, string][], viewers = people): Promise<void> {
    const stored = () => client.getDocument('drafts.home').catch(() => undefined)
    await expect.poll(stored).toMatchObject(Object.fromEntries(texts))
    for (const viewer of viewers)
      for (const [name, text] of texts) await expect(find(viewer, name)).toHaveValue(text)
  }
  async function writeTogether(round: number, writers = people): Promise<void> {
    await expectTexts(await Promise.all(writers.map((person) => write(person, round))), writers)
  }
  async function takeTurns(round: number): Promise<void> {
    let text = ''
    for (const person of people) {
      if (text === '') await find(person, shared).fill('')
      await expect(find(person, shared)).toHaveValue(text)
      text = await typeAtEnd(person, shared, `${person.own} ${round}. `)
      await waitUntilSaved(person.page)
    }
    expect(text).toBe(people.map(({ own }) => `${own} ${round}. `).join(''))
    await expectTexts([[shared, text]])
  }

  async function kill(during: Person): Promise<void> {
    await waitForChange(during)
    const pid = lake.readPid()
    expect(pid).toBeGreaterThan(0)
    process.kill(pid, 'SIGKILL')
  }
  async function goOffline(person: Person, round: number): Promise<void> {
    const writing = write(person, round)
    await waitForChange(person)
    await person.context.setOffline(true)
    const others = people.filter((other) => other !== person)
    await writeTogether(round, others)
    await person.context.setOffline(false)
    await expectTexts([await writing])
    await takeTurns(round)
  }

  const startedAt = performance.now()
  let round = 0
  for (const [index, fault] of faults.entries()) {
    round += 1
    await test.step(`round ${round}: ${fault}`, async () => {
      const person = people[index % people.length] as Person
      if (fault === 'offline') await goOffline(person, round)
      else await Promise.all([kill(person), writeTogether(round)])
    })
    while (performance.now() - startedAt < (minutes * 60_000 * (index + 1)) / faults.length) {
      round += 1
      await writeTogether(round)
      await takeTurns(round)
    }
  }
  const [publisher, ...others] = people as [Person, ...Person[]]
  await publish(publisher.page)
  for (const { page } of others) await expect(findPublish(page)).toBeDisabled()
})
