import { useCallback, useEffect, useState } from 'react'
import type { DeskList, DeskQueue } from '#domain/moderation/desk.ts'
import { usePolled } from '../components/use-polled.ts'
import { type DeskApi, TokenError } from './desk-api.ts'

export function useQueue(api: DeskApi, queue: DeskQueue, onRefused: () => void) {
  const [pages, setPages] = useState(1)
  const read = useCallback(() => readPages(api, queue, pages), [api, queue, pages])
  const { value: list, fault, reload } = usePolled(queue, read)
  useEffect(() => {
    if (fault instanceof TokenError) onRefused()
  }, [fault, onRefused])
  return { list, fault: fault?.message, reload, loadMore: () => setPages(pages + 1) }
}

async function readPages(api: DeskApi, queue: DeskQueue, pages: number): Promise<DeskList> {
  const first = await api.list(queue)
  let last = first
  const listings = [...first.listings]
  for (let page = 1; page < pages && last.next !== null; page += 1) {
    last = await api.list(queue, last.next)
    listings.push(...last.listings)
  }
  return { ...first, listings, next: last.next }
}
