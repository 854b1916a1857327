import { expect, type Page } from '@playwright/test'
import { type Language, languageNames, linkTo, readAddress } from '#domain/language.ts'
import { inLanguage } from '#domain/in-language.ts'

// English, except within `runInLanguage`.
export { fill, messages } from '#domain/language.ts'

/** Runs `act` with `messages()` in a language, and opens the page's paths in it. */
export async function runInLanguage(page: Page, language: Language, act: () => Promise<void>): Promise<void> {
  const goto = page.goto.bind(page)
  page.goto = (address, options) =>
    goto(address.startsWith('/') ? linkTo(readAddress(address).path, language) : address, options)
  await inLanguage(language, act)
  page.goto = goto
}

/** Chooses a language in the page's header and waits for the page in that language. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const header = page.getByRole('banner')
  await header.getByRole('combobox').selectOption(languageNames[language])
  await header.locator(`a[hreflang=${language}]`).click()
  await expect(page.locator(`html[lang=${language}]`)).toBeVisible()
}
