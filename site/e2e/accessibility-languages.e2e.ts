import type { Page } from '@playwright/test'
import { type Language, languageNames } from '#domain/language.ts'
import { expectNoFaults, expectRoom, expectWholePage } from './support/everybody.ts'
import { listFaults } from './support/engines.ts'
import { actIn } from './support/language.ts'
import { openPlain, plainScreens } from './support/plain-screens.ts'
import { type Screen, screens } from './support/screens.ts'
import { expect, status, test } from './support/test.ts'

/** A phone, which is what the page becomes here: in each language it is opened once. */
const phone = { width: 320, height: 700 }

// Words are longer or shorter there.
for (const language of ['es', 'fr'] as const) {
  for (const screen of screens) {
    const { name, failedLoads = [], open } = screen
    test(`the screen “${name}” is there for everybody in ${languageNames[language]}`, async ({
      page,
      request,
      expectFailedLoads,
    }) => {
      expectFailedLoads(...failedLoads.map(status))
      await actIn(page, language, async () => {
        await open(page, request)
        await expectEverywhere(page, screen, language)
      })
    })
  }

  for (const screen of plainScreens) {
    test(`without JavaScript the screen “${screen.name}” is there for everybody in ${languageNames[language]}`, async ({
      page,
      request,
    }) => {
      await openPlain(page, { screen, language, request })
      await expectEverywhere(page, screen, language)
    })
  }
}

async function expectEverywhere(page: Page, screen: Screen, language: Language): Promise<void> {
  await expectWholePage(page, screen, language)
  await expectNoFaults(page, screen.covered)
  await page.setViewportSize(phone)
  expect.soft(await listFaults(page, screen.covered)).toEqual([])
  await expectRoom(page)
}
