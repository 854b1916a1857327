import type { Locator, Page } from '@playwright/test'

/** An element that the Tab key reaches, and how it looks while it has the focus. */
export type TabStop = {
  html: string
  isControl: boolean
  /** Reached for the first time. */
  isNew: boolean
  /** On the screen and not completely covered. */
  isInSight: boolean
  hasOutline: boolean
  /** Above the previous stop and not to its right, against the reading order. */
  isBackwards: boolean
}

type Box = { left: number; right: number; top: number; bottom: number }
type TabWalk = { known: Set<Element>; before?: Box }

const controls = 'a[href], button, input, select, textarea, summary'

/** How many controls Tab should reach in a part: one day of a grid, one radio button of a group, no honeypot. */
export function countControls(part: Locator): Promise<number> {
  const visible = controls
    .split(', ')
    .map((selector) => `${selector}:visible:not(:disabled)`)
    .join(', ')
  return part
    .locator(visible)
    .and(part.page().locator(':not([role=grid] [tabindex="-1"], .trap *, label + label [type=radio])'))
    .count()
}

/** Presses Tab through a part of a page and returns each stop once. */
export async function readTabStops(part: Locator, wanted: number): Promise<TabStop[]> {
  const page = part.page()
  await part.evaluate((element) => (element.tabIndex = -1))
  await part.focus()
  const stops: TabStop[] = []
  // A field for a date and time has seven stops.
  for (let count = 0; count < wanted + 20; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await readFocused(page)
    if (!stop) break
    if (stop.isNew) stops.push(stop)
  }
  return stops
}

function readFocused(page: Page): Promise<TabStop | undefined> {
  return page.evaluate(async (selector) => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    // A toast moves away from the focused element only after the page has scrolled.
    if (document.querySelector('.toast')) {
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    }
    const isSeenAt = (x: number, y: number) => element.contains(document.elementFromPoint(x, y))
    const isInSight = [...element.getClientRects()].some(({ left, right, top, bottom }) =>
      [left + 2, (left + right) / 2, right - 2].some((x) =>
        [top + 2, (top + bottom) / 2, bottom - 2].some((y) => isSeenAt(x, y)),
      ),
    )
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const walk = ((window as { tabWalk?: TabWalk }).tabWalk ??= { known: new Set() })
    const { before, known } = walk
    const isNew = !known.has(element)
    known.add(element)
    const box = findBox(element)
    // Fixed and sticky elements have no position in the page.
    if (box) walk.before = box
    return {
      html: element.outerHTML.slice(0, 150),
      isControl: element.matches(selector),
      isNew,
      isInSight,
      hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isBackwards: Boolean(box && before && box.bottom <= before.top && box.left < before.right),
    }

    function findBox(of: Element): Box | undefined {
      let scrolled = 0
      for (let each: Element | null = of; each; each = each.parentElement) {
        if (each.matches(':modal')) return addScroll(of, scrolled + each.scrollTop)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return undefined
        scrolled += each.scrollTop
      }
      return addScroll(of, scrolled)
    }

    function addScroll(of: Element, scrolled: number): Box {
      const { left, right, top, bottom } = of.getBoundingClientRect()
      return { left, right, top: top + scrolled, bottom: bottom + scrolled }
    }
  }, controls)
}

/** Controls without an outline when focused. Press a key first: `:focus-visible` needs keyboard input. */
export function listWithoutOutline(part: Locator): Promise<string[]> {
  return part.evaluate((root, selector) => {
    const reachable = [...root.querySelectorAll<HTMLElement>(selector)].filter((each) =>
      each.checkVisibility(),
    )
    return reachable
      .filter((each) => {
        each.focus({ preventScroll: true })
        if (document.activeElement !== each) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(each)
        return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2
      })
      .map((each) => each.outerHTML.slice(0, 120))
  }, controls)
}
