import { Stack, Text } from '@sanity/ui'
import { useEffect, useRef } from 'react'
import { getPublishedId, type InputProps, type ObjectInputProps, useEditState } from 'sanity'
import { contentTypes } from '#domain/pages/pages.ts'
import { Notice } from '../components/Notice.tsx'
import { describeStatus } from './describe-status.ts'
import { usePublisher } from './use-publisher.ts'
import { usePublishStatus } from './use-publish-status.ts'

/** Adds the publish status above the form of a document; other inputs are unchanged. */
export function FormWithStatus(props: InputProps) {
  const isDocument = props.id === 'root' && props.schemaType.type?.name === 'document'
  return isDocument ? <DocumentForm {...(props as ObjectInputProps)} /> : props.renderDefault(props)
}

function DocumentForm(props: ObjectInputProps) {
  const form = useFirstFieldFocus(props)
  const { name } = props.schemaType
  const documentId: unknown = props.value?.['_id']
  return (
    <Stack gap={4} ref={form}>
      {contentTypes.includes(name) && typeof documentId === 'string' && (
        <StatusPanel documentId={getPublishedId(documentId)} schemaType={name} />
      )}
      {props.renderDefault(props)}
    </Stack>
  )
}

/**
 * Focuses the first field of a document that is opened without a field in its address. The Studio itself would focus
 * the link to the page, or a tab.
 */
function useFirstFieldFocus({ members, focusPath }: ObjectInputProps) {
  const form = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  const first = members.find((member) => member.kind === 'field')?.name
  const hasFocus = focusPath.length > 0

  useEffect(() => {
    if (hasFocus) isDone.current = true
    if (isDone.current || first === undefined) return
    // Inputs appear after the form has rendered, without rendering it again.
    const timer = setInterval(() => {
      const control = form.current?.querySelector<HTMLElement>(`[id="${first}"]`)
      if (!control) return
      isDone.current = true
      clearInterval(timer)
      control.focus()
    }, 50)
    return () => clearInterval(timer)
  }, [first, hasFocus])
  return form
}

/** A component of its own, so that its changes do not render the inputs. */
function StatusPanel({ documentId, schemaType }: { documentId: string; schemaType: string }) {
  const site = usePublishStatus(documentId)
  const { ready, draft, published } = useEditState(documentId, schemaType)
  const publisher = usePublisher(documentId, published?._rev)
  if (!site || !ready) return null
  const { tone, text, link } = describeStatus({ published, draft }, site, publisher)
  return (
    <Notice role="status" aria-label="On the site" text={text} tone={tone}>
      {link !== undefined && (
        <Text size={1}>
          <a href={link} rel="noreferrer" target="_blank">
            See the page
          </a>
        </Text>
      )}
    </Notice>
  )
}
