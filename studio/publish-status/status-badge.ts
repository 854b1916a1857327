import type { DocumentBadgeComponent } from 'sanity'
import { describeStatus, type Notice } from './describe-status.ts'
import { usePublishStatus } from './watch-status.ts'

const colors = {
  default: undefined,
  primary: 'primary',
  positive: 'success',
  caution: 'warning',
  critical: 'danger',
} as const satisfies Record<Notice['tone'], string | undefined>

export const useStatusBadge: DocumentBadgeComponent = ({ id, draft, published }) => {
  const latest = usePublishStatus(id)
  if (!latest) return null
  const state = { published: published?._rev, hasDraft: draft !== null }
  const { label, text, tone } = describeStatus(state, latest.site, latest.today)
  const color = colors[tone]
  return { label, title: text, ...(color && { color }) }
}
