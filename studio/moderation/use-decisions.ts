import { useToast } from '@sanity/ui/toast'
import { useRef, useState } from 'react'
import type { DeskAction } from '#domain/moderation/desk.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import { describeDone } from './describe.ts'
import type { DeskApi } from './desk-api.ts'
import { findNext, step } from './keys.ts'

export type ActionWithDialog = 'hide' | 'delete' | 'move'

export type DecisionFields = {
  reason?: ReportReason
  why?: string
  category?: string
  subcategory?: string
}

/** By id: the newest change of a listing that can be undone. */
type Decisions = Record<string, string | null>

type Options = { api: DeskApi; decisions: Decisions; reload: () => void }

/**
 * The open listing and the selected listings among `decisions`, and the decisions on them. After a decision the next
 * listing opens at once; the decisions are sent one after the other.
 */
export function useDecisions({ api, decisions, reload }: Options) {
  const toast = useToast()
  const [openId, setOpenId] = useState<string>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [pending, setPending] = useState<{ action: ActionWithDialog; ids: string[] }>()
  /** Decided on since the tab was opened, and perhaps still in the list. */
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [unsent, setUnsent] = useState(0)
  const sending = useRef(Promise.resolve())
  /** The decisions since a listing was opened or selected by hand, newest last. Undo takes them back one by one. */
  const made = useRef<Decisions[]>([])
  /** How many listings the last of them changed. */
  const [undoable, setUndoable] = useState(0)
  const listed = Object.keys(decisions)
  const chosen = listed.filter((id) => selected.has(id))
  const targets = chosen.length > 0 ? chosen : openId === undefined ? [] : [openId]

  function forgetMade() {
    made.current = []
    setUndoable(0)
  }

  function open(id: string | undefined) {
    setOpenId(id)
    forgetMade()
  }

  function change(action: DeskAction, of: string[], fields: DecisionFields = {}) {
    setPending(undefined)
    setSelected(new Set())
    if (action !== 'undo') {
      const skipped = new Set([...decided, ...of].filter((id) => listed.includes(id)))
      setDecided(skipped)
      if (openId !== undefined && skipped.has(openId)) setOpenId(findNext(listed, openId, skipped))
    }
    setUnsent((count) => count + 1)
    sending.current = send(sending.current, made.current, action, of, fields)
  }

  async function send(
    earlier: Promise<void>,
    since: Decisions[],
    action: DeskAction,
    of: string[],
    fields: DecisionFields,
  ) {
    await earlier
    const undone = of.length > 0 ? decisions : (since.at(-1) ?? {})
    const ids = of.length > 0 ? of : Object.keys(undone)
    const meant = action === 'undo' ? { decisions: pickKnown(undone, ids) } : {}
    const undecided = new Set(ids)
    try {
      if (ids.length === 0) throw new Error('There is nothing to undo.')
      const results = await api.change({ action, ids, ...meant, ...fields })
      const problems = results.flatMap(({ problem }) => problem ?? [])
      const changed = results.filter(({ problem }) => problem === undefined)
      if (problems.length > 0)
        toast.push({ status: 'warning', title: `Not done for ${problems.length}: ${problems[0]}` })
      const title = describeDone(action, changed.length)
      if (changed.length > 0) toast.push({ id: 'done', status: 'success', title, closable: true })
      if (action === 'undo') since.pop()
      else if (changed.length > 0)
        since.push(Object.fromEntries(changed.map(({ id, decision = null }) => [id, decision])))
      if (action !== 'undo') for (const { id } of changed) undecided.delete(id)
    } catch (error) {
      toast.push({ status: 'error', title: (error as Error).message })
    }
    setDecided((known) => new Set([...known].filter((id) => !undecided.has(id))))
    if (since === made.current) setUndoable(Object.keys(since.at(-1) ?? {}).length)
    setUnsent((count) => count - 1)
    reload()
  }

  return {
    openId,
    selected,
    decided,
    unsent,
    pending,
    counts: { targets: targets.length, undoable: undoable || targets.length },
    isSelection: chosen.length > 0,
    open,
    move: (by: 1 | -1) => {
      const id = step(listed, openId, by)
      open(id)
      document.getElementById(`row-${id}`)?.scrollIntoView({ block: 'nearest' })
    },
    toggle: (id: string) => {
      forgetMade()
      setSelected((known) => {
        const next = new Set(known)
        if (!next.delete(id)) next.add(id)
        return next
      })
    },
    clear: () => {
      setSelected(new Set())
      setDecided(new Set())
      open(undefined)
    },
    /** Applies to the selected listings, else to the open one. For some actions a dialog asks for details first. */
    decide: (action: DeskAction, of = targets) => {
      const isOfLast = action === 'undo' && (unsent > 0 || undoable > 0)
      if (isOfLast) change(action, [])
      else if (of.length === 0) return
      else if (action === 'hide' || action === 'delete' || action === 'move') setPending({ action, ids: of })
      else change(action, of)
    },
    confirm: (fields: DecisionFields) => pending && change(pending.action, pending.ids, fields),
    cancel: () => setPending(undefined),
  }
}

function pickKnown(decisions: Decisions, ids: string[]): Record<string, string> {
  return Object.fromEntries(ids.flatMap((id) => (decisions[id] ? [[id, decisions[id]]] : [])))
}
