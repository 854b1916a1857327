import { Observable } from 'rxjs'
import type { Receipt } from '#domain/receipt.ts'

/** The site as it was heard of last. */
export type Site = {
  url: string
  /** Whether it answers; undefined until that is known. */
  isReached: boolean | undefined
  /** By document. They stay while the site is away. */
  receipts: ReadonlyMap<string, Receipt>
}

/** The site tells something at least every five seconds. */
const patience = 20_000
const longestPause = 10_000

/**
 * Follows what the site tells of its documents, and connects again whenever it stops answering: `EventSource` alone
 * gives up for good when it is refused once, and does not notice a connection that has died without a word.
 */
export function followSite(url: string, Source = globalThis.EventSource): Observable<Site> {
  return new Observable((subscriber) => {
    let site: Site = { url, isReached: undefined, receipts: new Map() }
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let pause = 500

    function wait(milliseconds: number, then: () => void): void {
      clearTimeout(timer)
      timer = setTimeout(then, milliseconds)
    }

    function tell(change: Partial<Site>): void {
      site = { ...site, ...change }
      subscriber.next(site)
    }

    function lose(): void {
      source?.close()
      if (site.isReached !== false) tell({ isReached: false })
      wait(pause, connect)
      pause = Math.min(pause * 2, longestPause)
    }

    function hear(text: string, before: ReadonlyMap<string, Receipt>): void {
      const receipts = new Map(before)
      for (const receipt of JSON.parse(text) as Receipt[]) receipts.set(receipt.documentId, receipt)
      pause = 500
      wait(patience, lose)
      tell({ isReached: true, receipts })
    }

    function connect(): void {
      source = new Source(`${url}/api/publishing`)
      source.addEventListener('present', ({ data }) => hear(String(data), new Map()))
      source.addEventListener('changed', ({ data }) => hear(String(data), site.receipts))
      source.addEventListener('beat', () => wait(patience, lose))
      source.addEventListener('error', lose)
      wait(patience, lose)
    }

    subscriber.next(site)
    connect()
    return () => {
      clearTimeout(timer)
      source?.close()
    }
  })
}
