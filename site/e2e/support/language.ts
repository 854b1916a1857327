import type { Page } from '@playwright/test'
import { type Language, languageCookie } from '#domain/language.ts'
import { inLanguage } from '#domain/speak.ts'
import { findSharedServer } from './shared-server.ts'

// What finds a part by its words does so in English, and below in another language.
export { around, fill, words } from '#domain/language.ts'

/** Does something with a page as a reader who has chosen a language: its parts are found by the words of that. */
export async function readIn(page: Page, language: Language, act: () => Promise<void>): Promise<void> {
  await page
    .context()
    .addCookies([{ name: languageCookie, value: language, url: findSharedServer().address }])
  await inLanguage(language, act)
}
