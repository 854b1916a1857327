import { expect, type Page } from '@playwright/test'
import { messages } from './language.ts'

export const application = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  projectName: 'Engine',
  oneLiner: 'A machine that computes “anything”.',
  loomUrl: 'https://loom.example.org/share/1',
}

/** Fields of the /apply form, found by their labels in the language of the test. */
export function findApplyForm(page: Page) {
  const { apply } = messages()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  return {
    name: field(apply.name),
    email: field(apply.email),
    projectName: field(apply.projectName),
    oneLiner: field(apply.oneLiner),
    loomUrl: field(apply.loomUrl),
    deck: field(apply.deck),
    submit: page.getByRole('button', { name: apply.submit, exact: true }),
  }
}

/** Opens the form and waits until its script has loaded. */
export async function openApplyForm(page: Page): Promise<void> {
  await page.goto('/apply')
  await expect(findApplyForm(page).submit).toBeEnabled()
}

export async function fillApplyForm(page: Page, parts: Partial<typeof application> = {}): Promise<void> {
  const form = findApplyForm(page)
  for (const [name, value] of Object.entries({ ...application, ...parts }))
    await form[name as keyof typeof application].fill(value)
}

/** Values of all fields but the deck. */
export async function readApplyForm(page: Page): Promise<typeof application> {
  const { submit: _, deck: __, ...fields } = findApplyForm(page)
  const entries = Object.entries(fields).map(async ([name, field]) => [name, await field.inputValue()])
  return Object.fromEntries(await Promise.all(entries)) as typeof application
}

/** A payload for `setInputFiles`. */
export function makeFile(name: string) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from('%PDF-1.7') }
}
