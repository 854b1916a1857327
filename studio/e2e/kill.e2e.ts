import type { Page } from '@playwright/test'
import type { TestLake } from './support/lake.ts'
import { openDocument, publish } from './support/studio.ts'
import { expect, test } from './support/test.ts'

/** Errors that the browser logs for a refused connection, and the Studio for a broken stream. */
const connectionErrors = [/net::ERR_/, /WebSocket connection to/, /Failed to fetch|ended|network/i]

/** Collects the transactions that the Content Lake acknowledges to the Studio. */
function watchAcknowledged(page: Page): Set<string> {
  const acknowledged = new Set<string>()
  page.on('response', async (response) => {
    if (!response.ok() || !/\/data\/(actions|mutate)\//.test(response.url())) return
    const { transactionId } = response.request().postDataJSON() as { transactionId?: string }
    if (transactionId) acknowledged.add(transactionId)
  })
  return acknowledged
}

async function listTransactions({ address, token }: TestLake): Promise<string[]> {
  const response = await fetch(
    `${address}/v2025-02-19/data/history/production/transactions/drafts.home?excludeContent=true`,
    { headers: { Authorization: `Bearer ${token}` } },
  )
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { id: string }).id)
}

/** Waits until the Studio has reopened its stream of the open document's changes and received the welcome event. */
function waitForStream(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  page.on('websocket', (socket) => {
    if (!socket.url().includes('document.pair.listen')) return
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('event: welcome')) resolve()
    })
  })
  return promise
}

/**
 * Whether all letters are there, in order. A letter may be there twice: if the answer to a change is lost, the Studio
 * sends the change again with a new transaction id, also to the hosted service.
 */
function hasAllLetters(text: string, letters: string): boolean {
  let found = 0
  for (const letter of text) if (letter === letters[found]) found += 1
  return found === letters.length
}

const rounds = 5

test('nothing is lost when the Content Lake is killed while an editor types, and the Studio recovers', async ({
  page,
  lake,
  expectErrors,
}) => {
  expectErrors(...connectionErrors)
  await openDocument(page, 'home')
  const text = page.getByRole('textbox', { name: 'Sidebar text' })
  const acknowledged = watchAcknowledged(page)
  const readStored = async () => String((await lake.client.getDocument('drafts.home'))?.['sidebarText'])

  /** Types at the end of the text and returns the text shown: without a connection the field takes no letters. */
  async function typeOn(words: string): Promise<string> {
    await page.keyboard.type(words, { delay: 15 })
    return text.inputValue()
  }
  async function restartAndRecover(shown: string): Promise<void> {
    const heard = waitForStream(page)
    await lake.restart()
    await heard
    await expect(text).toBeEditable()
    await expect.poll(async () => hasAllLetters(await readStored(), shown)).toBe(true)
    // A change whose answer was lost is sent again, and may change the text once more: both are read each time.
    await expect.poll(async () => (await readStored()) === (await text.inputValue())).toBe(true)
  }

  await text.fill('begin')
  for (let round = 1; round <= rounds; round += 1) {
    const words = ` and round ${round} of typing`
    const moment = Math.floor(Math.random() * words.length)
    await test.step(`killed at letter ${moment} of round ${round}`, async () => {
      await text.focus()
      await page.keyboard.press('Control+End')
      const before = await text.inputValue()
      expect(await typeOn(words.slice(0, moment))).toBe(before + words.slice(0, moment))
      const killed = lake.kill()
      const shown = await typeOn(words.slice(moment))
      await killed
      await restartAndRecover(shown)
    })
  }

  await test.step('killed at the moment when a change is sent', async () => {
    const sent = page.waitForRequest(/\/data\/actions\//)
    await text.focus()
    await page.keyboard.press('Control+End')
    const shown = await typeOn(' and sent')
    await sent
    await lake.kill()
    await restartAndRecover(shown)
  })

  const kept = new Set(await listTransactions(lake))
  expect(acknowledged.size).toBeGreaterThan(rounds)
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
  await text.fill('typed after all that')
  await expect.poll(readStored).toBe('typed after all that')
  await publish(page)
  expect(await lake.client.getDocument('home')).toMatchObject({ sidebarText: 'typed after all that' })
})
