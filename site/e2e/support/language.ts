import { expect, type Page } from '@playwright/test'
import { type Language, languageCookie, languageNames } from '#domain/language.ts'
import { inLanguage } from '#domain/in-language.ts'
import { findSharedServer } from './shared-server.ts'

// Messages are English, and within `actIn` those of another language.
export { fill, messages } from '#domain/language.ts'

/** Lets the pages to come be in a language, as if its reader had chosen it before. */
export async function readIn(page: Page, language: Language): Promise<void> {
  const { address } = findSharedServer()
  await page.context().addCookies([{ name: languageCookie, value: language, url: address }])
}

/** Does something with a page as its reader in a language: its parts are found by the words of that. */
export async function actIn(page: Page, language: Language, act: () => Promise<void>): Promise<void> {
  await readIn(page, language)
  await inLanguage(language, act)
}

/** Chooses a language as people do. Waits until the page has come in it. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  // Without scripts a form has the choice within.
  const form = page.locator('form.language, .language-within').filter({ visible: true })
  await form.getByRole('combobox').selectOption(languageNames[language])
  await form.getByRole('button').click()
  await expect(page.locator(`html[lang=${language}]`)).toBeVisible()
}
