import { Stack } from '@sanity/ui'
import { getPublishedId, type InputProps, useFormValue } from 'sanity'
import { ReceiptPanel } from './ReceiptPanel.tsx'

/** Every input as it is; the form of a whole document has what the site says of it above. */
export function FormWithReceipt(props: InputProps) {
  const isDocument = props.id === 'root' && props.schemaType.type?.name === 'document'
  if (!isDocument) return props.renderDefault(props)
  return (
    <Stack gap={4}>
      <DocumentReceipt schemaType={props.schemaType.name} />
      {props.renderDefault(props)}
    </Stack>
  )
}

/** Apart, so that what is typed draws none of the inputs anew. */
function DocumentReceipt({ schemaType }: { schemaType: string }) {
  const documentId = useFormValue(['_id'])
  if (typeof documentId !== 'string') return null
  return <ReceiptPanel documentId={getPublishedId(documentId)} schemaType={schemaType} />
}
