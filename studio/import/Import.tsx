import { Box, Heading, Stack } from '@sanity/ui'
import { DraftList } from '../drafts/DraftList.tsx'
import { ofSource } from '../drafts/places.tsx'
import { Connected, type ToolProps } from '../components/Connected.tsx'
import { Loading } from '../components/Loading.tsx'
import { ChooseSource } from './ChooseSource.tsx'
import { Notice } from '../components/Notice.tsx'
import { PreviewPanel } from './PreviewPanel.tsx'
import { useImport } from './use-import.ts'

export function Import() {
  return <Connected Tool={OpenImport} />
}

function OpenImport(props: ToolProps) {
  const { sources, preview, fault, isWorking, find, refuse, write } = useImport(props)
  return (
    <Box height="fill" overflow="auto">
      <Stack gap={5} padding={4} style={{ maxWidth: '56rem' }}>
        <Heading as="h1" size={1}>
          Import
        </Heading>
        <ChooseSource sources={sources} isWorking={isWorking} onFault={refuse} onFind={find} />
        {fault !== undefined && <Notice tone="critical" text={fault} />}
        {isWorking && <Loading />}
        {preview && (
          <PreviewPanel
            // A new preview resets the editor's choices.
            key={`${preview.found.source} ${preview.items.map(({ id, status }) => `${id}${status}`).join()}`}
            preview={preview}
            isWorking={isWorking}
            onFind={(settings) => void find(preview.place, settings)}
            onWrite={(choices) => void write(preview, choices)}
          />
        )}
        {preview?.stored && (
          <Stack as="section" aria-label="Drafts" gap={4}>
            <Heading as="h2" size={1}>
              Drafts of this source
            </Heading>
            <DraftList key={preview.found.source} scope={ofSource(preview.found.source)} selectsAll />
          </Stack>
        )}
      </Stack>
    </Box>
  )
}
