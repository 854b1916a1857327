import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** The engine of pa11y, without its browser: the page is one that a test has brought into a state. */
const codeSniffer = await readFile(
  createRequire(import.meta.url).resolve('@pa11y/html_codesniffer/build/HTMLCS.js'),
  'utf8',
)

/** Every fault that axe (but for a part that a layer lies over) and pa11y's engine find in the page, one line each. */
export async function listFaults(page: Page, covered: string[] = []): Promise<string[]> {
  const axe = covered.reduce((whole, part) => whole.exclude(part), new AxeBuilder({ page }).withTags(tags))
  return [...(await runAxe(axe)), ...(await runCodeSniffer(page))]
}

/** Those of colours alone: between light and dark nothing else is another. */
export async function listFaultsOfColour(page: Page): Promise<string[]> {
  const sniffed = await runCodeSniffer(page)
  return [
    ...(await runAxe(new AxeBuilder({ page }).withRules(['color-contrast']))),
    ...sniffed.filter((line) => line.includes('.1_4_3.')),
  ]
}

async function runAxe(axe: AxeBuilder): Promise<string[]> {
  // The other mode is for pages with frames: it opens a second page to put the results together.
  const { violations } = await axe.setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

type Message = { type: number; code: string; msg: string; element: Node }
type CodeSniffer = {
  ERROR: number
  process: (standard: string, document: Document, done: (error?: Error) => void) => void
  getMessages: () => Message[]
}

/** As pa11y runs it: WCAG 2 at level AA, and of what it says the errors. */
async function runCodeSniffer(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'HTMLCS' in window))) await page.evaluate(codeSniffer)
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const { HTMLCS } = window as unknown as { HTMLCS: CodeSniffer }
        HTMLCS.process('WCAG2AA', document, (error) => {
          if (error) return reject(error)
          const faults = HTMLCS.getMessages().filter(({ type }) => type === HTMLCS.ERROR)
          resolve(
            faults.map(({ code, msg, element }) => {
              const html = element instanceof Element ? element.outerHTML.slice(0, 200) : element.nodeName
              return `${code}: ${msg} ${html}`
            }),
          )
        })
      }),
  )
}
