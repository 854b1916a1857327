import type { Page } from '@playwright/test'

/** Elements that extend beyond the right edge of the page. */
export function listOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    )
    return wide.map((element) => element.outerHTML.slice(0, 100))
  })
}

/** Lays out off-screen rows, too: with `content-visibility` their sizes and positions are estimates. */
export function layOutAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

/** Doubles the text size without resizing the window (WCAG 1.4.4). */
export function enlargeText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { font-size: 200% !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

/** Words of the page's main part that are broken across lines. */
export function listBrokenWords(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/[^\s/-]+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        // A character of another font is taller or shorter on the same line.
        const [first, ...others] = range.getClientRects()
        if (first && others.some(({ top }) => top > first.top + first.height / 2)) broken.push(word)
      }
    }
    return broken
  })
}

/** Applies the text spacing of WCAG 1.4.12. Uses a constructed style sheet: the CSP forbids inline styles. */
export function applyTextSpacing(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

/** Elements whose content is larger than their box: it is cut off or overlaps others. Ignores clamped lines. */
export function listClippedElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    function isForEarsOnly(element: Element | null): boolean {
      if (!element) return false
      const style = getComputedStyle(element)
      const isClipped = style.getPropertyValue('clip') !== 'auto' || style.clipPath !== 'none'
      return isClipped || isForEarsOnly(element.parentElement)
    }
    const spilled = [...document.body.querySelectorAll('*')].filter((element) => {
      const { webkitLineClamp, overflowX, overflowY, display } = getComputedStyle(element)
      if (!element.checkVisibility({ visibilityProperty: true })) return false
      if (display === 'inline' || webkitLineClamp !== 'none' || isForEarsOnly(element)) return false
      if (element.matches('input, select, textarea, option')) return false
      const isWide = element.scrollWidth > element.clientWidth + 1 && !/auto|scroll/.test(overflowX)
      const isHigh = element.scrollHeight > element.clientHeight + 1 && /hidden|clip/.test(overflowY)
      return element.clientWidth > 0 && (isWide || isHigh)
    })
    return spilled.map(
      (element) =>
        `${element.scrollWidth} > ${element.clientWidth}, ${element.scrollHeight} > ${element.clientHeight}: ${element.outerHTML.slice(0, 120)}`,
    )
  })
}

/** Elements with an animation, a transition or smooth scrolling. */
export function listAnimatedElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const moving = [...document.querySelectorAll('*')].filter((element) => {
      const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element)
      const durations = `${animationDuration}, ${transitionDuration}`.split(', ').map(Number.parseFloat)
      return scrollBehavior === 'smooth' || durations.some((duration) => duration > 0)
    })
    return moving.map((element) => element.outerHTML.slice(0, 100))
  })
}
