import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, ContextObject, RunOptions } from 'axe-core'
import { layOutAll } from './layout.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/**
 * Scripts of the two engines. axe is called directly: `@axe-core/playwright` injects its script again for each run and
 * computes a selector for every passing element, which took a third of the time of all browser tests.
 */
const [axeSource, codeSnifferSource] = await Promise.all(
  ['axe-core/axe.min.js', '@pa11y/html_codesniffer/build/HTMLCS.js'].map((name) =>
    readFile(createRequire(import.meta.url).resolve(name), 'utf8'),
  ),
)

/** Faults that axe and pa11y's engine (HTML_CodeSniffer) find, one line each. axe skips the selectors in `covered`. */
export async function listFaults(page: Page, covered?: string[]): Promise<string[]> {
  return [...(await listFaultsByAxe(page, covered)), ...(await runCodeSniffer(page))]
}

/** Faults that axe finds. */
export function listFaultsByAxe(page: Page, covered: string[] = []): Promise<string[]> {
  return runAxe(page, { exclude: covered }, { runOnly: { type: 'tag', values: tags } })
}

/** Contrast faults only: nothing else differs between light and dark. */
export function listContrastFaults(page: Page): Promise<string[]> {
  return runAxe(page, {}, { runOnly: ['color-contrast'] })
}

/** Controls whose accessible name lacks their visible label. axe skips this experimental rule by default. */
export async function listLabelMismatches(page: Page): Promise<string[]> {
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

/** Runs HTML_CodeSniffer for WCAG 2 level AA, errors only, as pa11y does. pa11y itself opens only URLs, not states of a page. */
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
