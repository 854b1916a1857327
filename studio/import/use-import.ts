import { useCallback, useEffect, useMemo, useState } from 'react'
import { useClient } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
import type { ImportItem } from '#domain/import/compare.ts'
import type { Found, ReadSettings } from '#domain/import/found.ts'
import { loadAndCompare, writePlan } from '#domain/import/load.ts'
import { type Decision, type ImportSource, planImport, readMapping } from '#domain/import/plan.ts'
import type { ImportRequest } from '#domain/import/request.ts'
import { replaceWebcal } from '#domain/import/webcal.ts'
import { TokenError } from '../moderation/desk-api.ts'
import { findEvents } from './find-events.ts'

export type Place = Pick<ImportRequest, 'address' | 'file' | 'name' | 'source'>

export type Preview = {
  place: Place
  settings: ReadSettings
  found: Found
  items: ImportItem[]
  stored: ImportSource | undefined
}

type Options = { siteUrl: string; token: string; onRefused: () => void }

/** Reads a source, compares it with the stored events, and writes drafts. */
export function useImport({ siteUrl, token, onRefused }: Options) {
  const client = useClient({ apiVersion })
  const raw = useMemo(() => client.withConfig({ perspective: 'raw' }), [client])
  const [preview, setPreview] = useState<Preview>()
  const [fault, setFault] = useState<string>()
  const [isWorking, setIsWorking] = useState(false)

  async function attempt(work: () => Promise<void>): Promise<void> {
    setIsWorking(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      if (error instanceof TokenError) onRefused()
      setFault((error as Error).message)
    }
    setIsWorking(false)
  }

  /** Without `settings`, uses those of the stored source, if there is one. */
  async function find(place: Place, settings?: ReadSettings): Promise<Preview> {
    const ask = (how: ReadSettings, kind?: ImportSource['kind']) =>
      findEvents(siteUrl, token, withoutEmpty({ ...place, ...how, kind }))
    const given = settings ?? {}
    const found = await ask(given)
    const compared = await loadAndCompare(raw, found, new Date())
    const own = readSettings(compared.stored)
    const hasOther = settings === undefined && Object.values(own).some((value) => value !== undefined)
    const isOther = compared.stored?.kind !== undefined && compared.stored.kind !== found.kind
    if (!hasOther && !isOther) return { place, settings: given, found, ...compared }
    const again = await ask(own, compared.stored?.kind)
    return { place, settings: own, found: again, ...(await loadAndCompare(raw, again, new Date())) }
  }

  return {
    client: raw,
    preview,
    fault,
    isWorking,
    find: (place: Place, settings?: ReadSettings) =>
      attempt(async () => {
        setPreview(undefined)
        setPreview(await find(place, settings))
      }),
    refuse: (text: string) => setFault(text),
    /** Writes the drafts, except the `skipped` ones. */
    write: (
      choices: { decisions: ReadonlyMap<string, Decision>; skipped: ReadonlySet<string>; hourly: boolean },
      onDone: (written: number) => void,
    ) =>
      attempt(async () => {
        if (!preview) return
        const { found, items, stored, place, settings } = preview
        const { mapping, zone, dateOrder } = settings
        const address =
          place.address === undefined ? undefined : (stored?.address ?? toAddress(place.address))
        const source: ImportSource = {
          known: '',
          ignored: [],
          ...stored,
          _id: found.source,
          name: stored?.name ?? found.name ?? (address ? new URL(address).host : (place.name ?? 'File')),
          ...(address !== undefined && { address, hourly: choices.hourly }),
          ...(zone !== undefined && { zone }),
          ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
          ...(dateOrder !== undefined && { dateOrder }),
        }
        const chosen = items.filter(({ id }) => !choices.skipped.has(id))
        const plan = planImport(found, chosen, { source, decisions: choices.decisions, now: new Date() })
        await writePlan(raw, plan)
        onDone(plan.written)
        setPreview(await find(place, settings))
      }),
  }
}

function readSettings(source: ImportSource | undefined): ReadSettings {
  return { zone: source?.zone, mapping: readMapping(source?.mapping), dateOrder: source?.dateOrder }
}

/** The same normalization as in the site's import. */
function toAddress(text: string): string {
  const url = new URL(replaceWebcal(text))
  url.hash = ''
  return url.href
}

/** Keeps an empty file: the site reports that it is empty. */
function withoutEmpty(request: ImportRequest): ImportRequest {
  return Object.fromEntries(
    Object.entries(request).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'file'),
    ),
  )
}

/** The stored sources, sorted by name. */
export function useSources(client: ReturnType<typeof useImport>['client']) {
  const [sources, setSources] = useState<ImportSource[]>([])
  const reload = useCallback(() => {
    client
      .fetch<ImportSource[]>('*[_type == "importSource"] | order(lower(name))')
      .then(setSources, () => undefined)
  }, [client])
  useEffect(reload, [reload])
  return { sources, reload }
}
