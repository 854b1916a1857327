import { Stack } from '@sanity/ui'
import { useEffect, useRef, useState } from 'react'
import { getPublishedId, type InputProps, type ObjectInputProps, useFormValue } from 'sanity'
import { ReceiptPanel } from './ReceiptPanel.tsx'

/** Every input as it is; the form of a whole document has what the site says of it above. */
export function FormWithReceipt(props: InputProps) {
  const isDocument = props.id === 'root' && props.schemaType.type?.name === 'document'
  return isDocument ? <DocumentForm {...(props as ObjectInputProps)} /> : props.renderDefault(props)
}

function DocumentForm(props: ObjectInputProps) {
  const form = useFirstFieldFocus(props)
  return (
    <Stack gap={4} ref={form}>
      <DocumentReceipt schemaType={props.schemaType.name} />
      {props.renderDefault(props)}
    </Stack>
  )
}

/**
 * Focuses the first field of a document that is opened without a field in its address. By itself the Studio focuses the
 * first thing in the form that takes the focus: the link to the page, or a tab.
 */
function useFirstFieldFocus({ members, focusPath }: ObjectInputProps) {
  const form = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  const [control, setControl] = useState<HTMLElement>()
  const first = members.find((member) => member.kind === 'field')?.name
  const hasFocus = focusPath.length > 0

  // Inputs appear some time after the form, without a render of it.
  useEffect(() => {
    const { current } = form
    if (current === null || first === undefined || isDone.current) return
    const find = () => {
      if (isDone.current) observer.disconnect()
      else setControl(current.querySelector<HTMLElement>(`[id="${first}"]`) ?? undefined)
    }
    const observer = new MutationObserver(find)
    observer.observe(current, { childList: true, subtree: true })
    find()
    return () => observer.disconnect()
  }, [first])

  useEffect(() => {
    if (hasFocus) isDone.current = true
    if (control === undefined || isDone.current) return
    // The Studio sets its own focus in an effect of the same commit, after this one.
    const timer = setTimeout(() => control.focus())
    return () => clearTimeout(timer)
  }, [control, hasFocus])
  return form
}

/** Apart, so that what is typed draws none of the inputs anew. */
function DocumentReceipt({ schemaType }: { schemaType: string }) {
  const documentId = useFormValue(['_id'])
  if (typeof documentId !== 'string') return null
  return <ReceiptPanel documentId={getPublishedId(documentId)} schemaType={schemaType} />
}
