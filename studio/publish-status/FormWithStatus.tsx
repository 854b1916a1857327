import { Card, Stack, Text } from '@sanity/ui'
import { useEffect, useRef } from 'react'
import { getPublishedId, type InputProps, type ObjectInputProps, useEditState, useFormValue } from 'sanity'
import { contentTypes } from '#domain/pages/pages.ts'
import { describeStatus } from './describe-status.ts'
import { usePublisher } from './use-publisher.ts'
import { usePublishStatus } from './use-publish-status.ts'

/** Adds the publish status above the form of a document; other inputs are unchanged. */
export function FormWithStatus(props: InputProps) {
  const isDocument = props.id === 'root' && props.schemaType.type?.name === 'document'
  return isDocument ? <DocumentForm {...(props as ObjectInputProps)} /> : props.renderDefault(props)
}

function DocumentForm(props: ObjectInputProps) {
  useFirstFieldFocus(props)
  return (
    <Stack gap={4}>
      {contentTypes.includes(props.schemaType.name) && <DocumentStatus schemaType={props.schemaType.name} />}
      {props.renderDefault(props)}
    </Stack>
  )
}

/**
 * Focuses the first field of a document that is opened without a field in its address. The Studio itself would focus
 * the link to the page, or a tab.
 */
function useFirstFieldFocus({ members, focusPath, onPathFocus }: ObjectInputProps) {
  const isDone = useRef(false)
  const first = members.find((member) => member.kind === 'field')?.name
  useEffect(() => {
    if (isDone.current || first === undefined) return
    isDone.current = true
    if (focusPath.length === 0) onPathFocus([first])
  }, [first, focusPath, onPathFocus])
}

/** A component of its own, so that its changes do not render the inputs. */
function DocumentStatus({ schemaType }: { schemaType: string }) {
  const documentId = useFormValue(['_id'])
  if (typeof documentId !== 'string') return null
  return <StatusPanel documentId={getPublishedId(documentId)} schemaType={schemaType} />
}

function StatusPanel({ documentId, schemaType }: { documentId: string; schemaType: string }) {
  const site = usePublishStatus(documentId)
  const { ready, draft, published } = useEditState(documentId, schemaType)
  const publisher = usePublisher(documentId, published?._rev)
  if (!site || !ready) return null
  const { tone, text, link } = describeStatus({ published, draft }, site, publisher)
  return (
    <Card border padding={3} radius={2} role="status" aria-label="On the site" tone={tone}>
      <Stack gap={3}>
        <Text size={1} style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
        {link !== undefined && (
          <Text size={1}>
            <a href={link} rel="noreferrer" target="_blank">
              See the page
            </a>
          </Text>
        )}
      </Stack>
    </Card>
  )
}
