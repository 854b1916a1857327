import { useCallback, useEffect, useMemo, useState } from 'react'
import { useClient, useCurrentUser } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
import type { ImportRequest, ReadSettings } from '#domain/import/found.ts'
import type { ImportSource } from '#domain/import/plan.ts'
import { type Choices, type Preview, previewImport, writeImport } from '#domain/import/run-import.ts'
import type { ToolProps } from '../components/Connected.tsx'
import { TokenError } from '../moderation/desk-api.ts'
import { findEvents } from './find-events.ts'

export type Place = Pick<ImportRequest, 'address' | 'file' | 'name' | 'source'>

export type Previewed = Preview & { place: Place }

export function useImport({ siteUrl, readToken, onRefused }: ToolProps) {
  const client = useClient({ apiVersion })
  const by = useCurrentUser()?.name
  const raw = useMemo(() => client.withConfig({ perspective: 'raw' }), [client])
  const [preview, setPreview] = useState<Previewed>()
  const [fault, setFault] = useState<string>()
  const [isWorking, setIsWorking] = useState(false)
  const [progress, setProgress] = useState<string>()

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
    setProgress(undefined)
  }

  /** `given`: instead of the settings of the stored source, if there is one. */
  async function find(place: Place, given?: ReadSettings): Promise<Previewed> {
    const read = async (settings: Partial<ImportRequest>) =>
      findEvents(siteUrl, await readToken(), withoutEmpty({ ...place, ...settings }))
    return { place, ...(await previewImport(raw, read, { now: new Date(), given })) }
  }

  return {
    client: raw,
    preview,
    fault,
    isWorking,
    progress,
    find: (place: Place, given?: ReadSettings) =>
      attempt(async () => {
        setPreview(undefined)
        setPreview(await find(place, given))
      }),
    refuse: (text: string) => setFault(text),
    /** Writes the drafts, except the skipped ones, with the permissions of the editor. */
    write: (choices: Choices, onDone: (written: number) => void) =>
      attempt(async () => {
        if (!preview) return
        const { place, settings } = preview
        const given = { ...choices, fileName: place.name, by, now: new Date() }
        const showPart = (part: number, parts: number) => setProgress(`Writing part ${part} of ${parts}`)
        const { written } = await writeImport(raw, preview, given, showPart)
        onDone(written)
        setPreview(await find(place, settings))
      }),
  }
}

/** Keeps an empty file: the site reports that it is empty. */
function withoutEmpty(request: ImportRequest): ImportRequest {
  return Object.fromEntries(
    Object.entries(request).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'file'),
    ),
  )
}

/** Sorted by name. */
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
