import type { DocumentBadgeComponent } from 'sanity'
import { describeStatus, type Notice } from './describe-status.ts'
import { usePublishStatus } from './use-publish-status.ts'

const colors = {
  default: undefined,
  primary: 'primary',
  positive: 'success',
  caution: 'warning',
  critical: 'danger',
} as const satisfies Record<Notice['tone'], string | undefined>

export const useStatusBadge: DocumentBadgeComponent = ({ id, draft, published }) => {
  const site = usePublishStatus(id)
  if (!site) return null
  const { label, text, tone } = describeStatus({ published, draft }, site)
  const color = colors[tone]
  return { label, title: text, ...(color && { color }) }
}
