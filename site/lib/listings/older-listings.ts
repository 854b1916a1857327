import { messages } from '#domain/language.ts'
import { restoreScrollPosition } from '../page/scroll-restoration.ts'

const rows = 'ul.listings > li'

/** Without scripts, the link opens the older listings as a page of their own. */
export function loadOlderInPlace(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[rel=next]')
  const list = document.querySelector('ul.listings')
  if (!link || !list) return
  let loading: Promise<Element | undefined> | undefined

  /** Returns the first row that it added. Concurrent calls share one request. */
  const load = () => (loading ??= add(link, list).finally(() => (loading = undefined)))

  link.addEventListener('click', (event) => {
    // Let the browser open a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void load().then(enter)
  })
  restoreScrollPosition(rows, async () => void (await load()))
}

async function add(link: HTMLAnchorElement, list: Element): Promise<Element | undefined> {
  if (!link.isConnected) return undefined
  const { older, loading } = messages().category
  link.textContent = loading
  link.setAttribute('aria-disabled', 'true')
  document.querySelector('#older-fault')?.remove()
  try {
    const page = await readPage(link.href)
    const added = [...page.querySelectorAll(rows)]
    list.append(...added)
    const next = page.querySelector('a[rel=next]')?.getAttribute('href')
    if (next) link.setAttribute('href', next)
    else link.parentElement?.remove()
    return added[0]
  } catch (error) {
    const alert = document.createElement('p')
    Object.assign(alert, { id: 'older-fault', role: 'alert', textContent: (error as Error).message })
    link.parentElement?.before(alert)
    return undefined
  } finally {
    link.textContent = older
    link.removeAttribute('aria-disabled')
  }
}

async function readPage(address: string): Promise<Document> {
  const response = await fetch(address).catch(() => {
    throw new Error(messages().network.away)
  })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (response.ok) return page
  const text = page.querySelector('main [role=alert]')?.textContent.trim()
  throw new Error(`${response.status}: ${text || response.statusText}`)
}

/** Focuses the row, unless the reader has moved on meanwhile. */
function enter(row: Element | undefined): void {
  const focused = document.activeElement?.closest('a, input, select')
  if (!focused || focused.matches('a[rel=next]')) row?.querySelector('a')?.focus()
}
