import { Text } from '@sanity/ui'
import { usePolled } from '../components/use-polled.ts'
import { readSiteUrl } from '../site-settings.ts'

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

/** When the backup was made that was last restored and compared. */
export function LastBackup() {
  const { value } = usePolled('backup', readLastBackup)
  if (value === undefined) return null
  const text =
    value === null ? 'No backup has been proven yet' : `Last proven backup: ${format.format(new Date(value))}`
  return (
    <Text muted size={1}>
      {text}
    </Text>
  )
}

/** ISO 8601 in UTC; null without a proven backup, undefined while the site does not answer. */
async function readLastBackup(): Promise<string | null | undefined> {
  const site = await readSiteUrl()
  if (site === undefined) return undefined
  const health = await fetch(`${site}/api/health`).then(
    (answer) => answer.json(),
    () => undefined,
  )
  return (health as { lastProvenBackup?: string | null } | undefined)?.lastProvenBackup
}
