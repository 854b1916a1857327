import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import type { DeskAction } from '#domain/moderation/desk.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import { describeDone } from './describe.ts'
import type { DeskApi } from './desk-api.ts'
import { step } from './keys.ts'

/** Actions for which a dialog asks for details. */
export type ActionWithDialog = 'hide' | 'delete' | 'move'

export type DecisionFields = {
  reason?: ReportReason
  why?: string
  category?: string
  subcategory?: string
}

type Options = { api: DeskApi; who: string; ids: readonly string[]; reload: () => void }

/** The open listing and the selected listings among `ids`, and the decisions on them. */
export function useDecisions({ api, who, ids, reload }: Options) {
  const toast = useToast()
  const [openId, setOpenId] = useState<string>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [pending, setPending] = useState<{ action: ActionWithDialog; ids: string[] }>()
  // The listings of the last decision, until it is undone.
  const [lastDecisionIds, setLastDecisionIds] = useState<readonly string[]>([])
  const chosen = ids.filter((id) => selected.has(id))
  const targets = chosen.length > 0 ? chosen : openId === undefined ? [] : [openId]
  const undoable = lastDecisionIds.length > 0 ? [...lastDecisionIds] : targets

  function open(id: string | undefined) {
    setOpenId(id)
    setLastDecisionIds([])
  }

  async function change(action: DeskAction, of: string[], fields: DecisionFields = {}) {
    if (of.length === 0) return
    setPending(undefined)
    try {
      const results = await api.change({ action, ids: of, why: '', who, ...fields })
      const problems = results.flatMap(({ problem }) => problem ?? [])
      const changed = results.filter(({ problem }) => problem === undefined).map(({ id }) => id)
      if (problems.length > 0)
        toast.push({ status: 'warning', title: `Not done for ${problems.length}: ${problems[0]}` })
      if (changed.length > 0)
        toast.push({ status: 'success', title: describeDone(action, changed.length), closable: true })
      setSelected(new Set())
      if (action === 'undo') setLastDecisionIds([])
      else if (changed.length > 0) setLastDecisionIds(changed)
    } catch (error) {
      toast.push({ status: 'error', title: (error as Error).message })
    }
    reload()
  }

  return {
    openId,
    selected,
    pending,
    counts: { targets: targets.length, undoable: undoable.length },
    isSelection: chosen.length > 0,
    open,
    move: (by: 1 | -1) => {
      const id = step(ids, openId, by)
      open(id)
      document.getElementById(`row-${id}`)?.scrollIntoView({ block: 'nearest' })
    },
    toggle: (id: string) => {
      setLastDecisionIds([])
      setSelected((known) => {
        const next = new Set(known)
        if (!next.delete(id)) next.add(id)
        return next
      })
    },
    clear: () => {
      setSelected(new Set())
      setOpenId(undefined)
    },
    /** Applies to the selected listings, else to the open one. For some actions a dialog asks for details first. */
    decide: (action: DeskAction) => {
      if (action !== 'hide' && action !== 'delete' && action !== 'move')
        return void change(action, action === 'undo' ? undoable : targets)
      if (targets.length > 0) setPending({ action, ids: targets })
    },
    confirm: (fields: DecisionFields) => pending && void change(pending.action, pending.ids, fields),
    cancel: () => setPending(undefined),
  }
}
