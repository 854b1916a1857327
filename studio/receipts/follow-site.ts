import { Observable } from 'rxjs'
import type { Receipt } from '#domain/content/receipt.ts'

export type Site = {
  url: string
  /** Undefined before the first answer. */
  isReached: boolean | undefined
  /** By document id. Kept while the site does not answer. */
  receipts: ReadonlyMap<string, Receipt>
}

/** The site sends a message every five seconds. */
const patience = 20_000
const longestPause = 10_000

/**
 * Follows the publish status of documents and always reconnects. `EventSource` itself gives up when refused once, and
 * does not notice a dead connection.
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
