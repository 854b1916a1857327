import { Box, Button, Card, Flex, Spinner, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useLayoutEffect, useState } from 'react'
import { useCurrentUser } from 'sanity'
import { Actions } from './Actions.tsx'
import { Bans } from './Bans.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import type { DeskApi } from './desk-api.ts'
import { DeskHeader, type DeskTab, tabNames } from './DeskHeader.tsx'
import { readKey } from './keys.ts'
import { ListingPanel } from './ListingPanel.tsx'
import { ReportedEvent } from './ReportedEvent.tsx'
import { Row } from './Row.tsx'
import { TokenForm } from './TokenForm.tsx'
import { useDecisions } from './use-decisions.ts'
import { useConnection, useQueue } from './use-desk.ts'

/** The moderation desk, for decisions on held, reported and new listings. */
export function Desk() {
  const { connection, giveToken, refuseToken } = useConnection()
  if (connection.state === 'opening') return <Loading />
  if (connection.state === 'without-site')
    return (
      <Notice text="This Studio does not know its site. Set SANITY_STUDIO_SITE_URL and build it again." />
    )
  if (connection.state === 'without-token') return <TokenForm onGive={giveToken} />
  return <OpenDesk api={connection.api} siteUrl={connection.siteUrl} onRefused={refuseToken} />
}

type OpenDeskProps = { api: DeskApi; siteUrl: string; onRefused: () => void }

function OpenDesk({ api, siteUrl, onRefused }: OpenDeskProps) {
  const who = useCurrentUser()?.name || 'Studio'
  const toast = useToast()
  const [tab, setTab] = useState<DeskTab>('waiting')
  const [hasHelp, setHasHelp] = useState(false)
  const { list, fault, reload, loadMore } = useQueue(api, tab === 'bans' ? 'waiting' : tab, onRefused)
  const ids = list?.listings.map(({ id }) => id) ?? []
  const desk = useDecisions({ api, who, ids, reload })
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
      if (command === undefined) return
      event.preventDefault()
      commands[command]()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })

  async function keepEvent(id: string) {
    try {
      await api.keepEvent(id, { who, why: '' })
    } catch (error) {
      toast.push({ status: 'error', title: (error as Error).message })
    }
    reload()
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
        <Notice text="j or ↓ next, k or ↑ previous, x select, s show, h hide, d delete, u undo, ? these keys. Tab reaches everything." />
      )}
      {fault !== undefined && <Notice tone="critical" text={fault} />}
      {tab === 'bans' ? (
        <Bans api={api} who={who} />
      ) : (
        <Flex direction={['column', 'column', 'row']} id="desk-list">
          <Box flex={['none', 'none', 1]}>
            <Actions {...desk.counts} isSelection={desk.isSelection} onDecide={desk.decide} />
            {list === undefined && fault === undefined && <Loading />}
            {list?.listings.length === 0 && list.events.length === 0 && <Notice text="Nothing here." />}
            <Stack as="ul" aria-label={tabNames[tab]}>
              {list?.listings.map((listing) => (
                <Row
                  key={listing.id}
                  listing={listing}
                  isOpen={listing.id === desk.openId}
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
                  onKeep={() => void keepEvent(event.id)}
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
              who={who}
              onBanned={(kind) => toast.push({ status: 'success', title: `The ${kind} is banned.` })}
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
