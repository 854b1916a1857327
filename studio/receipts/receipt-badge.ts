import type { DocumentBadgeComponent } from 'sanity'
import { describeReceipt, type Notice } from './describe-receipt.ts'
import { useSite } from './use-site.ts'

const colors = {
  default: undefined,
  primary: 'primary',
  positive: 'success',
  caution: 'warning',
  critical: 'danger',
} as const satisfies Record<Notice['tone'], string | undefined>

export const useReceiptBadge: DocumentBadgeComponent = ({ id, draft, published }) => {
  const heard = useSite()
  if (!heard) return null
  const state = { published: published?._rev, hasDraft: draft !== null }
  const { label, text, tone } = describeReceipt(id, state, heard.site, heard.today)
  const color = colors[tone]
  return { label, title: text, ...(color && { color }) }
}
