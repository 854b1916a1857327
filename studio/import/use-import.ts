import { useToast } from '@sanity/ui/toast'
import { useEffect, useMemo, useState } from 'react'
import { useClient, useCurrentUser } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
import type { Found, ImportRequest, ReadSettings, SourceSettings } from '#domain/import/found.ts'
import type { ImportSource } from '#domain/import/plan.ts'
import { type Choices, type Preview, previewImport, writeImport } from '#domain/import/run-import.ts'
import type { ToolProps } from '../components/Connected.tsx'
import { askSite, TokenError } from '../moderation/desk-api.ts'

export type Place = Pick<ImportRequest, 'address' | 'file' | 'name' | 'source'>

export type Previewed = Preview & { place: Place }

/** Milliseconds. Longer than the site takes to fetch and read a source. */
const timeout = 240_000

export function useImport({ onRefused, ...site }: ToolProps) {
  const client = useClient({ apiVersion })
  const by = useCurrentUser()?.name
  const toast = useToast()
  const raw = useMemo(() => client.withConfig({ perspective: 'raw' }), [client])
  const [sources, setSources] = useState<ImportSource[]>([])
  const [preview, setPreview] = useState<Previewed>()
  const [fault, setFault] = useState<string>()
  const [isWorking, setIsWorking] = useState(false)

  useEffect(() => {
    const query = '*[_type == "importSource"] | order(lower(name))'
    raw.fetch<ImportSource[]>(query).then(setSources, () => undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a preview that was written may have a new source
  }, [raw, preview])

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

  /** `given`: instead of the settings of the stored source, if there is one. */
  async function find(place: Place, given?: ReadSettings): Promise<Previewed> {
    const read = async (settings: SourceSettings) => {
      const body: ImportRequest = { ...place, ...settings }
      const answer = await askSite(site, { method: 'POST', path: 'import', body, timeout })
      return (await answer.json()) as Found
    }
    return { place, ...(await previewImport(raw, read, { now: new Date(), given, fileName: place.name })) }
  }

  return {
    sources,
    preview,
    fault,
    isWorking,
    find: (place: Place, given?: ReadSettings) =>
      attempt(async () => {
        setPreview(undefined)
        setPreview(await find(place, given))
      }),
    refuse: setFault,
    /** Writes the drafts, except the skipped ones, with the permissions of the editor. */
    write: (shown: Previewed, choices: Choices) =>
      attempt(async () => {
        const { place, settings } = shown
        const { written } = await writeImport(raw, shown, { ...choices, by, now: new Date() })
        toast.push({
          status: 'success',
          title: written === 1 ? 'One draft was written' : `${written} drafts were written`,
        })
        setPreview(await find(place, settings))
      }),
  }
}
