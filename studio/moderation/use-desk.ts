import { useCallback, useEffect, useState } from 'react'
import { useFeatureEnabled } from 'sanity'
import type { DeskList, DeskQueue } from '#domain/moderation/desk.ts'
import { isLocal } from '../env.ts'
import { readLocalToken, readSiteUrl } from '../site-settings.ts'
import { createDeskApi, type DeskApi, TokenError } from './desk-api.ts'

/** Milliseconds. */
export const pollInterval = 3_000
const storageKey = 'moderation token'

export type Connection =
  | { state: 'opening' }
  | { state: 'without-site' }
  | { state: 'without-token' }
  | { state: 'open'; api: DeskApi; siteUrl: string; token: string }

/**
 * A hosted Studio asks for the token once and keeps it in this browser: its build is public. `opening` until the Studio
 * knows its project's features: without comments among them, sanity 6.16 then wraps its layout in an offer of comments
 * and remounts every tool, which would lose text typed before.
 */
export function useConnection() {
  const { isLoading } = useFeatureEnabled('studioComments')
  const [connection, setConnection] = useState<Connection>({ state: 'opening' })
  const [attempt, setAttempt] = useState({ isAnew: false })

  useEffect(() => {
    let isCurrent = true
    void findConnection(attempt.isAnew).then((found) => isCurrent && setConnection(found))
    return () => {
      isCurrent = false
    }
  }, [attempt])

  return {
    connection: isLoading ? ({ state: 'opening' } as const) : connection,
    giveToken: (token: string) => {
      localStorage.setItem(storageKey, token)
      setAttempt({ isAnew: false })
    },
    /** Reads the token of the local site again, since a restart changes it. A hosted Studio asks for another one. */
    refuseToken: useCallback(() => {
      localStorage.removeItem(storageKey)
      setAttempt({ isAnew: true })
    }, []),
  }
}

async function findConnection(isAnew: boolean): Promise<Connection> {
  const siteUrl = await readSiteUrl()
  const token = isLocal ? await readLocalToken({ anew: isAnew }) : localStorage.getItem(storageKey)
  if (siteUrl === undefined) return { state: 'without-site' }
  if (token === undefined || token === null) return { state: 'without-token' }
  return { state: 'open', api: createDeskApi(siteUrl, token), siteUrl, token }
}

type Queue = {
  list: DeskList | undefined
  fault: string | undefined
  reload: () => void
  loadMore: () => void
}

/** Polls the queue every three seconds while the tab is visible: the newest page, and the older pages loaded so far. */
export function useQueue(api: DeskApi, queue: DeskQueue, onRefused: () => void): Queue {
  const [loaded, setLoaded] = useState<{ queue: DeskQueue; list: DeskList }>()
  const [fault, setFault] = useState<string>()
  const [wanted, setWanted] = useState({ pages: 1 })

  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load() {
      try {
        const list =
          document.visibilityState === 'visible' ? await readPages(api, queue, wanted.pages) : undefined
        if (!isCurrent) return
        if (list) setLoaded({ queue, list })
        setFault(undefined)
      } catch (error) {
        if (!isCurrent) return
        if (error instanceof TokenError) onRefused()
        setFault((error as Error).message)
      }
      timer = setTimeout(() => void load(), pollInterval)
    }
    void load()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, queue, wanted, onRefused])

  return {
    // Not the list of the previous queue.
    list: loaded?.queue === queue ? loaded.list : undefined,
    fault,
    reload: () => setWanted(({ pages }) => ({ pages })),
    loadMore: () => setWanted(({ pages }) => ({ pages: pages + 1 })),
  }
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
