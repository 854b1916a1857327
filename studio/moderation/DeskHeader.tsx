import { Button, Card, Flex, Heading, Tab, TabList } from '@sanity/ui'
import { type DeskList, type DeskQueue, deskQueues } from '#domain/moderation/desk.ts'
import { capitalize } from '../components/capitalize.ts'

export type DeskTab = DeskQueue | 'bans'

type DeskHeaderProps = {
  tab: DeskTab
  counts: DeskList['counts'] | undefined
  hasHelp: boolean
  onChoose: (tab: DeskTab) => void
  onHelp: () => void
}

export function DeskHeader({ tab, counts, hasHelp, onChoose, onHelp }: DeskHeaderProps) {
  return (
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
              label={describeTab(each, counts)}
              selected={tab === each}
              onClick={() => onChoose(each)}
            />
          ))}
        </TabList>
        <Button mode="bleed" fontSize={1} padding={2} text="Keys" aria-expanded={hasHelp} onClick={onHelp} />
      </Flex>
    </Card>
  )
}

function describeTab(tab: DeskTab, counts: DeskHeaderProps['counts']): string {
  const count =
    tab === 'waiting' ? counts?.waiting : tab === 'reported' && counts ? counts.reported + counts.events : 0
  return count ? `${capitalize(tab)} (${count})` : capitalize(tab)
}
