import { Card, Stack, Text } from '@sanity/ui'
import { useEditState } from 'sanity'
import { describeReceipt } from './describe-receipt.ts'
import { useSite } from './use-site.ts'

/** What the site says of a document, in a sentence, with a link to the page that shows it. */
export function ReceiptPanel({ documentId, schemaType }: { documentId: string; schemaType: string }) {
  const heard = useSite()
  const { ready, draft, published } = useEditState(documentId, schemaType)
  if (!heard || !ready) return null
  const state = { published: published?._rev, hasDraft: draft !== null }
  const { tone, text, link } = describeReceipt(documentId, state, heard.site, heard.today)
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
