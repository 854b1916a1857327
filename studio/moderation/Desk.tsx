import { Box, Button, Flex, Stack } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useCurrentUser } from 'sanity'
import type { BanKind } from '#domain/moderation/desk.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import { capitalize } from '../components/capitalize.ts'
import { Connected, type ToolProps } from '../components/Connected.tsx'
import { Loading } from '../components/Loading.tsx'
import { Notice } from '../components/Notice.tsx'
import { SmallButton } from '../components/SmallButton.tsx'
import { Actions } from './Actions.tsx'
import { Bans } from './Bans.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { createDeskApi } from './desk-api.ts'
import { DeskHeader, type DeskTab } from './DeskHeader.tsx'
import { readKey } from './keys.ts'
import { ListingPanel } from './ListingPanel.tsx'
import { ReportedEvent } from './ReportedEvent.tsx'
import { Row } from './Row.tsx'
import { useDecisions } from './use-decisions.ts'
import { useQueue } from './use-queue.ts'

const placed = { border: false, flex: 'none', margin: 3 } as const

export function Desk() {
  return <Connected Tool={OpenDesk} />
}

function OpenDesk({ siteUrl, readToken, onRefused }: ToolProps) {
  const who = useCurrentUser()?.name || 'Studio'
  const api = useMemo(() => createDeskApi(siteUrl, readToken, who), [siteUrl, readToken, who])
  const toast = useToast()
  const [tab, setTab] = useState<DeskTab>('waiting')
  const [hasHelp, setHasHelp] = useState(false)
  const { list, fault, reload, loadMore } = useQueue(api, tab === 'bans' ? 'waiting' : tab, onRefused)
  const decisions = Object.fromEntries(list?.listings.map(({ id, decision }) => [id, decision]) ?? [])
  const desk = useDecisions({ api, decisions, reload })
  const toggleHelp = () => setHasHelp((isShown) => !isShown)

  // useEffect may run after the paint, but a key must act on the list on the screen.
  useLayoutEffect(() => {
    const commands = {
      next: () => desk.move(1),
      previous: () => desk.move(-1),
      select: () => desk.openId !== undefined && desk.toggle(desk.openId),
      show: () => desk.decide('show'),
      hide: () => desk.decide('hide'),
      delete: () => desk.decide('delete'),
      undo: () => desk.decide('undo'),
      help: toggleHelp,
    }
    const listen = (event: KeyboardEvent) => {
      const command = readKey(event, event.target)
      const isBehind = desk.pending !== undefined || tab === 'bans'
      if (command === undefined || (isBehind && command !== 'help')) return
      event.preventDefault()
      commands[command]()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })

  async function send(request: Promise<unknown>): Promise<boolean> {
    try {
      await request
      return true
    } catch (error) {
      toast.push({ status: 'error', title: (error as Error).message })
      return false
    } finally {
      reload()
    }
  }

  async function ban(kind: BanKind, listing: string) {
    if (await send(api.ban({ kind, listing })))
      toast.push({ status: 'success', title: `The ${kind} is banned.` })
  }

  return (
    <Flex direction="column" height="fill" overflow="auto">
      <DeskHeader
        tab={tab}
        counts={list?.counts}
        hasHelp={hasHelp}
        onChoose={(chosen) => {
          setTab(chosen)
          desk.clear()
        }}
        onHelp={toggleHelp}
      />
      {hasHelp && (
        <Notice
          {...placed}
          role="status"
          text="j or ↓ next, k or ↑ previous, x select, s show, h hide, d delete, u undo, ? these keys. Tab reaches everything."
        />
      )}
      {fault !== undefined && <Notice {...placed} tone="critical" text={fault} />}
      {list && list.pausedUntil !== null && (
        <Notice
          {...placed}
          role="status"
          tone="caution"
          text={`Reports have hidden many listings within an hour, so until ${formatDateAndTime(list.pausedUntil)} they hide no more. Reported listings are under “Reported”.`}
        >
          <Box>
            <SmallButton
              text="Let reports hide listings again"
              onClick={() => void send(api.resumeHiding())}
            />
          </Box>
        </Notice>
      )}
      {tab === 'bans' ? (
        <Bans api={api} onSend={send} />
      ) : (
        <Flex direction={['column', 'column', 'row']} id="desk-list">
          <Box flex={['none', 'none', 1]}>
            <Actions
              {...desk.counts}
              unsent={desk.unsent}
              isSelection={desk.isSelection}
              onDecide={desk.decide}
            />
            {list === undefined && fault === undefined && <Loading />}
            {list?.listings.length === 0 && list.events.length === 0 && (
              <Notice {...placed} role="status" text="Nothing here." />
            )}
            <Stack as="ul" aria-label={capitalize(tab)}>
              {list?.listings.map((listing) => (
                <Row
                  key={listing.id}
                  listing={listing}
                  isOpen={listing.id === desk.openId}
                  isDecided={desk.decided.has(listing.id)}
                  isSelected={desk.selected.has(listing.id)}
                  onOpen={() => desk.open(listing.id)}
                  onToggle={() => desk.toggle(listing.id)}
                />
              ))}
              {list?.events.map((event) => (
                <ReportedEvent
                  key={event.id}
                  event={event}
                  siteUrl={siteUrl}
                  onKeep={() => void send(api.keepEvent(event.id))}
                />
              ))}
            </Stack>
            {list && list.next !== null && (
              <Box padding={3}>
                <Button mode="ghost" text="Older" onClick={loadMore} />
              </Box>
            )}
          </Box>
          {desk.openId !== undefined && (
            <ListingPanel
              api={api}
              id={desk.openId}
              siteUrl={siteUrl}
              onDistrust={(id) => desk.decide('distrust', [id])}
              onBan={(kind, id) => void ban(kind, id)}
            />
          )}
        </Flex>
      )}
      {desk.pending && (
        <DecisionDialog
          action={desk.pending.action}
          count={desk.pending.ids.length}
          onClose={desk.cancel}
          onDecide={desk.confirm}
        />
      )}
    </Flex>
  )
}
