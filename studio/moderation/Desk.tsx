import { Box, Button, Card, Flex, Heading, Spinner, Stack, Tab, TabList, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useEffect, useState } from 'react'
import { useCurrentUser } from 'sanity'
import { type DeskAction, type DeskQueue, deskQueues } from '#domain/moderation/desk.ts'
import type { ReportReason } from '#domain/moderation/reasons.ts'
import { Actions } from './Actions.tsx'
import { Bans } from './Bans.tsx'
import { Decision } from './Decision.tsx'
import { reasonNames } from './describe.ts'
import type { DeskApi } from './desk-api.ts'
import { readKey, step } from './keys.ts'
import { ListingPanel } from './ListingPanel.tsx'
import { Row } from './Row.tsx'
import { TokenForm } from './TokenForm.tsx'
import { useConnection, useQueue } from './use-desk.ts'

const queueNames: Record<DeskQueue, string> = {
  waiting: 'Waiting',
  reported: 'Reported',
  newest: 'Newest',
  removed: 'Removed',
}

/** Where the team decides on held, reported and new listings. */
export function Desk() {
  const { connection, giveToken, refuseToken } = useConnection()
  if (connection.is === 'opening') return <Loading />
  if (connection.is === 'without-site')
    return (
      <Notice text="This Studio does not know its site. Set SANITY_STUDIO_SITE_URL and build it again." />
    )
  if (connection.is === 'without-token') return <TokenForm onGive={giveToken} />
  return <OpenDesk api={connection.api} siteUrl={connection.siteUrl} onRefused={refuseToken} />
}

type OpenDeskProps = { api: DeskApi; siteUrl: string; onRefused: () => void }

/** What is about to be decided on which listings. */
type Pending = { action: 'hide' | 'delete' | 'move'; ids: string[] }

function OpenDesk({ api, siteUrl, onRefused }: OpenDeskProps) {
  const who = useCurrentUser()?.name || 'Studio'
  const toast = useToast()
  const [queue, setQueue] = useState<DeskQueue | 'bans'>('waiting')
  const { list, fault, reload, loadMore } = useQueue(api, queue === 'bans' ? 'waiting' : queue, onRefused)
  const [openId, setOpenId] = useState<string>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [pending, setPending] = useState<Pending>()
  // What the last decision was about, until it is taken back.
  const [decided, setDecided] = useState<readonly string[]>([])
  const [hasHelp, setHasHelp] = useState(false)
  const listings = list?.listings ?? []
  const ids = listings.map(({ id }) => id)
  const chosen = ids.filter((id) => selected.has(id))
  const targets = chosen.length > 0 ? chosen : openId === undefined ? [] : [openId]
  const undoable = decided.length > 0 ? [...decided] : targets

  async function decide(action: DeskAction, of: string[], fields: Fields = {}) {
    if (of.length === 0) return
    setPending(undefined)
    try {
      const results = await api.change({ action, ids: of, why: '', who, ...fields })
      const problems = results.flatMap(({ problem }) => problem ?? [])
      const done = results.length - problems.length
      if (problems.length > 0)
        toast.push({ status: 'warning', title: `Not done for ${problems.length}: ${problems[0]}` })
      if (done > 0) toast.push({ status: 'success', title: describeDone(action, done), closable: true })
      setSelected(new Set())
      const changed = results.filter(({ problem }) => problem === undefined).map(({ id }) => id)
      if (action === 'undo') setDecided([])
      else if (changed.length > 0) setDecided(changed)
    } catch (error) {
      toast.push({ status: 'error', title: (error as Error).message })
    }
    reload()
  }

  const commands = {
    next: () => move(1),
    previous: () => move(-1),
    select: () => openId !== undefined && toggle(openId),
    show: () => void decide('show', targets),
    hide: () => targets.length > 0 && setPending({ action: 'hide', ids: targets }),
    delete: () => targets.length > 0 && setPending({ action: 'delete', ids: targets }),
    undo: () => void decide('undo', undoable),
    help: () => setHasHelp((isShown) => !isShown),
  }
  // Anew with each render: the commands act on what is shown.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = readKey(event, event.target)
      if (command === undefined) return
      event.preventDefault()
      commands[command]()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })

  function move(by: 1 | -1) {
    const id = step(ids, openId, by)
    setOpenId(id)
    setDecided([])
    document.getElementById(`row-${id}`)?.scrollIntoView({ block: 'nearest' })
  }
  function toggle(id: string) {
    setDecided([])
    setSelected((known) => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  return (
    <Flex direction="column" height="fill" overflow="auto">
      <Card borderBottom flex="none" padding={3}>
        <Flex align="center" gap={3} wrap="wrap">
          <Heading as="h1" size={1}>
            Moderation
          </Heading>
          <TabList gap={1}>
            {[...deskQueues, 'bans' as const].map((each) => (
              <Tab
                key={each}
                id={`tab-${each}`}
                aria-controls="desk-list"
                label={each === 'bans' ? 'Bans' : nameQueue(each, list?.counts)}
                selected={queue === each}
                onClick={() => {
                  setQueue(each)
                  setSelected(new Set())
                  setOpenId(undefined)
                }}
              />
            ))}
          </TabList>
          <Button
            mode="bleed"
            fontSize={1}
            padding={2}
            text="Keys"
            aria-expanded={hasHelp}
            onClick={commands.help}
          />
        </Flex>
      </Card>
      {hasHelp && (
        <Notice text="j or ↓ next, k or ↑ previous, x select, s show, h hide, d delete, u undo, ? these keys. Tab reaches everything." />
      )}
      {fault !== undefined && <Notice tone="critical" text={fault} />}
      {queue === 'bans' ? (
        <Bans api={api} who={who} />
      ) : (
        <Flex direction={['column', 'column', 'row']} id="desk-list">
          <Box flex={['none', 'none', 1]}>
            <Actions
              count={targets.length}
              undoable={undoable.length}
              isSelection={chosen.length > 0}
              onDecide={(action) =>
                action === 'hide' || action === 'delete' || action === 'move'
                  ? setPending({ action, ids: targets })
                  : void decide(action, action === 'undo' ? undoable : targets)
              }
            />
            {list === undefined && fault === undefined && <Loading />}
            {list?.listings.length === 0 && list.events.length === 0 && <Notice text="Nothing here." />}
            <Stack as="ul" aria-label={queueNames[queue]}>
              {listings.map((listing) => (
                <Row
                  key={listing.id}
                  listing={listing}
                  isOpen={listing.id === openId}
                  isSelected={selected.has(listing.id)}
                  onOpen={() => {
                    setOpenId(listing.id)
                    setDecided([])
                  }}
                  onToggle={() => toggle(listing.id)}
                />
              ))}
              {list?.events.map((event) => (
                <Card as="li" borderBottom key={event.id} padding={3}>
                  <Stack gap={3}>
                    <Text size={1} weight="semibold">
                      Event: {event.title}
                    </Text>
                    {event.reports.map(({ reason, text, reportedAt }) => (
                      <Text key={reportedAt} muted size={1}>
                        {reasonNames[reason]} {text}
                      </Text>
                    ))}
                    <Flex gap={2}>
                      <Button
                        fontSize={1}
                        mode="ghost"
                        padding={2}
                        text="Nothing is wrong with it"
                        onClick={() => void api.keepEvent(event.id, { who, why: '' }).then(reload)}
                      />
                      <Button
                        as="a"
                        fontSize={1}
                        href={`${siteUrl}/event/${event.id}`}
                        mode="bleed"
                        padding={2}
                        rel="noreferrer"
                        target="_blank"
                        text="See the page"
                      />
                    </Flex>
                  </Stack>
                </Card>
              ))}
            </Stack>
            {list && list.next !== null && (
              <Box padding={3}>
                <Button mode="ghost" text="Older" onClick={loadMore} />
              </Box>
            )}
          </Box>
          {openId !== undefined && (
            <ListingPanel
              api={api}
              id={openId}
              siteUrl={siteUrl}
              who={who}
              onBanned={(kind) => toast.push({ status: 'success', title: `The ${kind} is banned.` })}
            />
          )}
        </Flex>
      )}
      {pending && (
        <Decision
          action={pending.action}
          count={pending.ids.length}
          onClose={() => setPending(undefined)}
          onDecide={(fields) => void decide(pending.action, pending.ids, fields)}
        />
      )}
    </Flex>
  )
}

export type Fields = {
  reason?: ReportReason
  why?: string
  category?: string
  subcategory?: string
}

function nameQueue(
  queue: DeskQueue,
  counts: { waiting: number; reported: number; events: number } | undefined,
): string {
  const count = { waiting: counts?.waiting, reported: counts && counts.reported + counts.events }[
    queue as string
  ]
  return count === undefined || count === 0 ? queueNames[queue] : `${queueNames[queue]} (${count})`
}

function describeDone(action: DeskAction, count: number): string {
  const done = {
    show: 'Shown',
    keep: 'Kept, its reports were wrong',
    hide: 'Hidden',
    delete: 'Removed: its text is erased in 30 seconds',
    move: 'Moved',
    draft: 'Made an event draft',
    undo: 'Taken back',
  }[action]
  return `${done}${count > 1 ? ` (${count})` : ''}. Press u to undo.`
}

function Notice({ text, tone = 'transparent' }: { text: string; tone?: 'transparent' | 'critical' }) {
  return (
    <Card margin={3} padding={3} radius={2} tone={tone} role={tone === 'critical' ? 'alert' : 'status'}>
      <Text size={1}>{text}</Text>
    </Card>
  )
}

function Loading() {
  return (
    <Flex align="center" justify="center" padding={5}>
      <Spinner muted />
    </Flex>
  )
}
