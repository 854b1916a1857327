import { Box, Flex, Heading, Spinner, Stack } from '@sanity/ui'
import { TokenForm } from '../moderation/TokenForm.tsx'
import { useConnection } from '../moderation/use-desk.ts'
import { ChooseSource } from './ChooseSource.tsx'
import { Notice } from './Notice.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { useImport, useSources } from './use-import.ts'

/** The tool that imports events from other calendars, pages and tables as drafts. */
export function Import() {
  const { connection, giveToken, refuseToken } = useConnection()
  if (connection.state === 'opening') return <Working />
  if (connection.state === 'without-site')
    return (
      <Notice text="This Studio does not know its site. Set SANITY_STUDIO_SITE_URL and build it again." />
    )
  if (connection.state === 'without-token') return <TokenForm onGive={giveToken} />
  return <OpenImport siteUrl={connection.siteUrl} token={connection.token} onRefused={refuseToken} />
}

type OpenImportProps = { siteUrl: string; token: string; onRefused: () => void }

function OpenImport(props: OpenImportProps) {
  const { client, preview, fault, isWorking, find, refuse, write } = useImport(props)
  const { sources, reload } = useSources(client)
  return (
    <Box height="fill" overflow="auto">
      <Stack gap={5} padding={4} style={{ maxWidth: '56rem' }}>
        <Heading as="h1" size={1}>
          Import
        </Heading>
        <ChooseSource sources={sources} isWorking={isWorking} onFault={refuse} onFind={find} />
        {fault !== undefined && <Notice tone="critical" text={fault} />}
        {isWorking && <Working />}
        {preview && (
          <PreviewPanel
            // A new preview resets the editor's choices.
            key={`${preview.found.source} ${preview.items.map(({ id, status }) => `${id}${status}`).join()}`}
            preview={preview}
            isWorking={isWorking}
            onFind={(settings) => void find(preview.place, settings)}
            onWrite={(choices, onDone) =>
              write(choices, (written) => {
                onDone(written)
                reload()
              })
            }
          />
        )}
      </Stack>
    </Box>
  )
}

function Working() {
  return (
    <Flex justify="center" padding={4}>
      <Spinner muted />
    </Flex>
  )
}
