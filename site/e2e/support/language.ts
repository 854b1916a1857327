import { expect, type Page } from '@playwright/test'
import { type Language, languageCookie, languageNames } from '#domain/language.ts'
import { inLanguage } from '#domain/in-language.ts'
import { findSharedServer } from './shared-server.ts'

// English, except within `runInLanguage`.
export { fill, messages } from '#domain/language.ts'

/** Sets the language cookie, as if the reader had chosen the language before. */
export async function setLanguageCookie(page: Page, language: Language): Promise<void> {
  const { address } = findSharedServer()
  await page.context().addCookies([{ name: languageCookie, value: language, url: address }])
}

/** Runs `act` with the page and `messages()` in a language. */
export async function runInLanguage(page: Page, language: Language, act: () => Promise<void>): Promise<void> {
  await setLanguageCookie(page, language)
  await inLanguage(language, act)
}

/** Chooses a language in the page's form and waits for the page in that language. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  // Without scripts a page's form contains the choice, so that its typed text survives.
  const form = page.locator('form.language, .inline-language-switch').filter({ visible: true })
  await form.getByRole('combobox').selectOption(languageNames[language])
  await form.getByRole('button').click()
  await expect(page.locator(`html[lang=${language}]`)).toBeVisible()
}
