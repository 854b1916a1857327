import { expect, type Page } from '@playwright/test'
import { type Language, languageCookie, languageNames } from '#domain/language.ts'
import { findSharedServer } from './shared-server.ts'

/** Lets the pages to come be in a language, as if its reader had chosen it before. */
export async function readIn(page: Page, language: Language): Promise<void> {
  const { address } = findSharedServer()
  await page.context().addCookies([{ name: languageCookie, value: language, url: address }])
}

/** Chooses a language as people do. Waits until the page has come in it. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const form = page.locator('form.language')
  await form.getByRole('combobox').selectOption(languageNames[language])
  await form.getByRole('button').click()
  await expect(page.locator(`html[lang=${language}]`)).toBeVisible()
}
