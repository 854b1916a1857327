import { formatShortDateAndTime } from '#domain/pacific.ts'
import { Text } from '@sanity/ui'
import { usePolled } from '../components/use-polled.ts'
import { readSiteUrl } from '../site-settings.ts'

/** When the backup was made that was last restored and compared. */
export function LastBackup() {
  const { value } = usePolled('backup', readLastBackup)
  if (value === undefined) return null
  const text =
    value === null ? 'No backup has been proven yet' : `Last proven backup: ${formatShortDateAndTime(value)}`
  return (
    <Text muted size={1}>
      {text}
    </Text>
  )
}

/** ISO 8601 in UTC; null without a proven backup, undefined without a site. Rejects while it does not answer. */
async function readLastBackup(): Promise<string | null | undefined> {
  const site = await readSiteUrl()
  if (site === undefined) return undefined
  const health = await fetch(`${site}/api/health`)
  return ((await health.json()) as { lastProvenBackup?: string | null }).lastProvenBackup
}
