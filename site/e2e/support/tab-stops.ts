import type { Locator, Page } from '@playwright/test'

/** A stop of the Tab key, and how it is seen while it has the focus. */
export type TabStop = {
  html: string
  isControl: boolean
  /** It was not one before. */
  isNew: boolean
  /** It is on the screen, and no other part lies over all of it. */
  isInSight: boolean
  hasOutline: boolean
  /** It stands above or before the stop before it, as nobody reads. */
  isBackwards: boolean
}

type Place = { left: number; right: number; top: number; bottom: number }
type TabWalk = { known: Set<Element>; before?: Place }

const controls = 'a[href], button, input, select, textarea, summary'

/** How many controls the Tab key should reach in a part of a page. Of a grid's days it reaches one, the arrows the others; of radio buttons one; the trap for machines none. */
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

/** Every stop of the Tab key within a part of a page, once around. */
export async function readTabStops(part: Locator, wanted: number): Promise<TabStop[]> {
  const page = part.page()
  await part.evaluate((element) => (element.tabIndex = -1))
  await part.focus()
  const stops: TabStop[] = []
  for (let count = 0; count < wanted + 10; count += 1) {
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
    // A toast turns away once the page has scrolled.
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
    const place = findPlace(element)
    // What is fixed to the screen stands nowhere in the page.
    if (place) walk.before = place
    return {
      html: element.outerHTML.slice(0, 150),
      isControl: element.matches(selector),
      isNew,
      isInSight,
      hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isBackwards: Boolean(place && before && place.bottom <= before.top && place.left < before.right),
    }

    function findPlace(of: Element): Place | undefined {
      let scrolled = 0
      for (let each: Element | null = of; each; each = each.parentElement) {
        if (each.matches(':modal')) return addScroll(of, scrolled + each.scrollTop)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return undefined
        scrolled += each.scrollTop
      }
      return addScroll(of, scrolled)
    }

    function addScroll(of: Element, scrolled: number): Place {
      const { left, right, top, bottom } = of.getBoundingClientRect()
      return { left, right, top: top + scrolled, bottom: bottom + scrolled }
    }
  }, controls)
}

/** The controls of a part that show no outline when they get the focus, all at once: after a key, as from the keyboard. */
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
