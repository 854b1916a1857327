import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ContextObject, RunOptions } from 'axe-core'
import { layOutAll } from './layout.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/**
 * The engines' scripts. axe runs by its own API: `@axe-core/playwright` sends the script anew for each look and works out
 * a selector of every element that passes, which is a third of the time of all browser tests.
 */
const [axeSource, codeSnifferSource] = await Promise.all(
  ['axe-core/axe.min.js', '@pa11y/html_codesniffer/build/HTMLCS.js'].map((name) =>
    readFile(createRequire(import.meta.url).resolve(name), 'utf8'),
  ),
)

/** Every fault that axe (but for a part that a layer lies over) and pa11y's engine find in the page, one line each. */
export async function listFaults(page: Page, covered?: string[]): Promise<string[]> {
  return [...(await listFaultsByAxe(page, covered)), ...(await runCodeSniffer(page))]
}

/** What axe alone finds. Without `colours` in about half the time. */
export function listFaultsByAxe(
  page: Page,
  covered: string[] = [],
  { colours = true } = {},
): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: colours } }
  return runAxe(page, { exclude: covered }, { runOnly: { type: 'tag', values: tags }, rules })
}

/** Those of colours alone: between light and dark nothing else is another. */
export function listFaultsOfColour(page: Page): Promise<string[]> {
  return runAxe(page, {}, { runOnly: ['color-contrast'] })
}

/** Controls whose name is another than what is seen on them: axe calls the rule an experiment and leaves it out. */
export async function listFaultsOfNames(page: Page): Promise<string[]> {
  return runAxe(page, {}, { runOnly: ['label-content-name-mismatch'] })
}

type Axe = { run: (context: ContextObject, options: RunOptions) => Promise<AxeResults> }

async function runAxe(page: Page, context: { exclude?: string[] }, which: RunOptions): Promise<string[]> {
  await load(page, 'axe', axeSource)
  await layOutAll(page)
  return page.evaluate(
    async ([where, options]) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(
        { include: [document], ...where },
        { ...options, resultTypes: ['violations'], selectors: false },
      )
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    },
    [context, which] as const,
  )
}

/** Loads a script into the page once. */
async function load(page: Page, name: string, source = ''): Promise<void> {
  if (!(await page.evaluate((known) => known in window, name))) await page.evaluate(source)
}

type Message = { type: number; code: string; msg: string; element: Node }
type CodeSniffer = {
  ERROR: number
  process: (standard: string, document: Document, done: (error?: Error) => void) => void
  getMessages: () => Message[]
}

/** As pa11y runs it: WCAG 2 at level AA, and of what it says the errors. */
async function runCodeSniffer(page: Page): Promise<string[]> {
  await load(page, 'HTMLCS', codeSnifferSource)
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
