import { useEffect, useMemo, useRef, useState } from 'react'
import { switchMap } from 'rxjs'
import { type SanityDocument, useClient, useDocumentStore, useWorkspace, validateDocument } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
import { type DraftAction, type ListedDraft, type Outcome, runBatches } from './run-batches.ts'

/** Which drafts of events: a condition in GROQ. */
export type Scope = { filter: string; params: Record<string, string> }

type EventFields = { title?: string; date?: string; allDay?: boolean; location?: string; status?: string }
type Stored = EventFields & { _id: string; _rev: string }
export type Draft = EventFields & ListedDraft & { cancels: boolean }

function useRawClient() {
  const client = useClient({ apiVersion })
  return useMemo(() => client.withConfig({ perspective: 'raw' }), [client])
}

/** The drafts by date, updated with every edit. `drafts` is undefined until they are loaded. */
export function useDrafts({ filter, params }: Scope): { drafts?: Draft[]; fault?: string } {
  const client = useRawClient()
  const store = useDocumentStore()
  const [state, setState] = useState<{ drafts?: Draft[]; fault?: string }>({})
  const key = JSON.stringify([filter, params])
  useEffect(() => {
    const fields = '_id, _rev, title, date, allDay, location, status'
    const isDraft = '_type == "event" && _id in path("drafts.**")'
    const query = {
      fetch: `*[${isDraft} && ${filter}] | order(date) {${fields}}`,
      listen: '*[_type == "event"]',
    }
    const drafts$ = store.listenQuery(query, params, { apiVersion, perspective: 'raw', tag: 'drafts' })
    const watching = drafts$.pipe(switchMap(addPublished)).subscribe({
      next: (drafts) => setState({ drafts }),
      error: (error: Error) => setState({ fault: `The drafts cannot be read: ${error.message}` }),
    })
    return () => watching.unsubscribe()

    async function addPublished(drafts: Stored[]): Promise<Draft[]> {
      const ids = drafts.map(({ _id }) => _id.slice('drafts.'.length))
      const published = await client.fetch<Stored[]>('*[_id in $ids]{_id, _rev, status}', { ids })
      const found = new Map(published.map((one) => [one._id, one]))
      return drafts.map((draft, index) => toDraft(draft, found.get(ids[index] ?? '')))
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` has the scope
  }, [client, store, key])
  return state
}

function toDraft({ _id, _rev, ...fields }: Stored, published?: Stored): Draft {
  const cancels = published !== undefined && fields.status === 'cancelled' && published.status !== 'cancelled'
  const id = _id.slice('drafts.'.length)
  return { ...fields, id, revision: _rev, cancels, ...(published && { published: published._rev }) }
}

type RunState = 'running' | 'stopped' | 'ended'
export type Run = { action: DraftAction; total: number; outcomes: Array<Outcome<Draft>>; state: RunState }

/** Runs an action on drafts. Stops when the component is left. */
export function useRun() {
  const client = useRawClient()
  const workspace = useWorkspace()
  const [run, setRun] = useState<Run>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])

  async function start(action: DraftAction, drafts: Draft[]): Promise<void> {
    const { signal } = (stopping.current = new AbortController())
    const outcomes: Run['outcomes'] = []
    const show = (state: RunState) => setRun({ action, total: drafts.length, outcomes: [...outcomes], state })
    const onProgress = (some: Run['outcomes']) => {
      outcomes.push(...some)
      show('running')
    }
    const exists = new Map<string, Promise<boolean>>()
    const findFault = (document: SanityDocument) => validate(document, exists)
    show('running')
    await runBatches(drafts, action, { client, findFault, signal, onProgress })
    show(outcomes.length < drafts.length ? 'stopped' : 'ended')
  }

  /** `exists`: the referenced documents that were asked for, often the same venue. */
  async function validate(document: SanityDocument, exists: Map<string, Promise<boolean>>) {
    const getDocumentExists = ({ id }: { id: string }) => {
      const asked = exists.get(id) ?? client.fetch<boolean>('defined(*[_id == $id][0]._id)', { id })
      exists.set(id, asked)
      return asked
    }
    const markers = await validateDocument({ document, workspace, getDocumentExists })
    const errors = markers.filter(({ level }) => level === 'error')
    const schema = workspace.schema.get(document._type)
    const fields = schema?.jsonType === 'object' ? schema.fields : []
    const nameField = (name: unknown) => fields.find((field) => field.name === name)?.type.title ?? 'Event'
    return errors.map(({ path, message }) => `${nameField(path[0])}: ${message}`).join('; ') || undefined
  }

  return { run, start, stop: () => stopping.current?.abort() }
}
