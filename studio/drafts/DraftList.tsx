import { Checkbox, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { type ReactNode, useRef, useState } from 'react'
import { IntentLink } from 'sanity/router'
import { SmallButton } from '../components/SmallButton.tsx'
import { Loading } from '../components/Loading.tsx'
import { describeEvent } from '../components/previews/describe.ts'
import { Notice } from '../components/Notice.tsx'
import type { DraftAction } from './run-batches.ts'
import { RunStatus } from './RunStatus.tsx'
import { type Draft, type Scope, useDrafts, useRun } from './use-drafts.ts'

type DraftListProps = { scope: Scope; selectsAll?: boolean; renderLink?: (draft: Draft) => ReactNode }

/** Rows beyond these are not shown, but are selected with all, and can be searched for. */
const maxRows = 200

const questions = {
  delete: (count: number) =>
    `Delete these drafts (${count})? They were never published and do not come back.`,
  discard: (count: number) => `Discard these drafts (${count})? The published events stay as they are.`,
}

export const nameDraft = ({ title }: Draft) => title ?? 'Event without a title'

const openElsewhere = (draft: Draft) => (
  <IntentLink intent="edit" params={{ id: draft.id, type: 'event' }} rel="noreferrer" target="_blank">
    {nameDraft(draft)}
  </IntentLink>
)

export function DraftList({ scope, selectsAll = false, renderLink = openElsewhere }: DraftListProps) {
  const { drafts: loaded, fault } = useDrafts(scope)
  const { run, start, stop } = useRun()
  const [words, setWords] = useState('')
  const [selection, setSelection] = useState<ReadonlySet<string>>()
  const lastClicked = useRef(0)
  if (fault !== undefined) return <Notice text={fault} tone="critical" />
  if (!loaded) return <Loading />

  // Drafts of one transaction have the same revision.
  const keyOf = ({ id, revision }: Draft) => `${id} ${revision}`
  const done = new Set(
    run?.outcomes.flatMap(({ draft, fault: why }) => (why === undefined ? keyOf(draft) : [])),
  )
  const wanted = words.trim().toLowerCase()
  const drafts = loaded.filter(
    (draft) => !done.has(keyOf(draft)) && nameDraft(draft).toLowerCase().includes(wanted),
  )
  // Rendering the rows again after each batch would take longer than publishing it.
  const shown = run?.state === 'running' ? [] : drafts.slice(0, maxRows)
  const isSelected = ({ id }: Draft) => selection?.has(id) ?? selectsAll
  const selected = drafts.filter(isSelected)
  const cancelling = selected.filter(({ cancels }) => cancels).length
  const buttons = [
    { action: 'publish', text: 'Publish', of: selected },
    { action: 'discard', text: 'Discard changes', of: selected.filter(({ published }) => published) },
    { action: 'delete', text: 'Delete', of: selected.filter(({ published }) => !published) },
  ] as const

  function select(some: Draft[], isOn: boolean) {
    const next = new Set(loaded?.filter(isSelected).map(({ id }) => id))
    for (const { id } of some)
      if (isOn) next.add(id)
      else next.delete(id)
    setSelection(next)
  }
  function selectRange(index: number, isOn: boolean, isRange: boolean) {
    const from = isRange ? lastClicked.current : index
    lastClicked.current = index
    select(drafts.slice(Math.min(from, index), Math.max(from, index) + 1), isOn)
  }
  function begin(action: DraftAction, of: Draft[]) {
    const question = action === 'publish' ? undefined : questions[action](of.length)
    if (question === undefined || globalThis.confirm(question)) void start(action, of)
  }

  return (
    <Stack gap={4}>
      {run && <RunStatus run={run} renderLink={renderLink} onStop={stop} />}
      <TextInput
        aria-label="Search drafts"
        placeholder="Search drafts"
        value={words}
        onChange={({ currentTarget: { value } }) => setWords(value)}
      />
      <Flex align="center" as="label" gap={3}>
        {drafts.length > 0 && (
          <Checkbox
            checked={selected.length === drafts.length}
            indeterminate={selected.length > 0 && selected.length < drafts.length}
            onChange={({ currentTarget: { checked } }) => select(drafts, checked)}
          />
        )}
        <Text role="status" size={1}>
          {drafts.length > 0
            ? `${selected.length} of ${drafts.length} selected`
            : wanted === ''
              ? 'There are no drafts'
              : 'No draft has this text in its title'}
          {cancelling > 0 && `; publishing cancels events: ${cancelling}`}
        </Text>
      </Flex>
      {(drafts.length > 0 || run) && (
        <Flex gap={2} wrap="wrap">
          {buttons.map(({ action, text, of }) => (
            <SmallButton
              key={action}
              disabled={of.length === 0 || run?.state === 'running'}
              mode={action === 'publish' ? 'default' : 'ghost'}
              text={`${text} (${of.length})`}
              tone={action === 'publish' ? 'primary' : 'critical'}
              onClick={() => begin(action, of)}
            />
          ))}
        </Flex>
      )}
      <Stack as="ul" gap={4} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {shown.map((draft, index) => (
          <Flex key={draft.id} align="flex-start" as="li" gap={3}>
            <Checkbox
              aria-label={nameDraft(draft)}
              checked={isSelected(draft)}
              onChange={({ currentTarget, nativeEvent }) =>
                selectRange(index, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
              }
            />
            <Stack flex={1} gap={2} paddingTop={1}>
              <Text size={1} weight="medium">
                {renderLink(draft)}
              </Text>
              <Text muted size={1}>
                {describeEvent(draft)} · {draft.published ? 'changes a published event' : 'new'}
              </Text>
            </Stack>
          </Flex>
        ))}
      </Stack>
      {drafts.length > maxRows && (
        <Text muted size={1}>{`Only the first ${maxRows} are shown. Search for the others.`}</Text>
      )}
    </Stack>
  )
}
