import { CopyIcon } from '@sanity/icons/Copy'
import { TrashIcon } from '@sanity/icons/Trash'
import { Button, Card, Flex, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { useClient, useCurrentUser } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import { Label } from '../components/Label.tsx'
import { Notice } from '../components/Notice.tsx'
import { useCopy } from '../components/use-copy.ts'
import { useSiteUrl } from '../components/use-site-url.ts'
import { type DraftLink, listDraftLinks, makeDraftLink } from './links.ts'

const defaultDays = 7
const offeredDays = [1, defaultDays, 30]

export function ShareDraft({ documentId, path }: { documentId: string; path: string }) {
  const client = useClient({ apiVersion })
  const userId = useCurrentUser()?.id
  const copy = useCopy('The link')
  const siteUrl = useSiteUrl()
  const [links, setLinks] = useState<DraftLink[]>([])
  const [days, setDays] = useState(defaultDays)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const fault = siteUrl === null ? 'This Studio does not know where the site is.' : problem

  useEffect(() => {
    if (siteUrl)
      listDraftLinks(client, { documentId, siteUrl }).then(setLinks, (error: Error) =>
        setProblem(error.message),
      )
  }, [client, documentId, siteUrl])

  async function run(act: (site: string) => Promise<unknown>) {
    if (!siteUrl) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await act(siteUrl)
      setLinks(await listDraftLinks(client, { documentId, siteUrl }))
    } catch (error) {
      setProblem((error as Error).message)
    }
    setIsBusy(false)
  }
  const make = async (site: string) =>
    copy(await makeDraftLink(client, { siteUrl: site, documentId, path, days, userId }))

  return (
    <Stack gap={4}>
      <Text size={1}>
        Whoever has the link sees this page with its unpublished changes, without an account. It shows no
        other draft, and search engines do not list it.
      </Text>
      <Flex align="flex-end" gap={2} wrap="wrap">
        <Stack flex={1} gap={2}>
          <Label id="draft-link-days" text="The link works for" />
          <Select
            id="draft-link-days"
            value={String(days)}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {offeredDays.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 day' : `${count} days`}
              </option>
            ))}
          </Select>
        </Stack>
        <Button disabled={isBusy} text="Make and copy a link" tone="primary" onClick={() => void run(make)} />
      </Flex>
      {fault !== undefined && <Notice text={fault} tone="critical" />}
      {links.map((link) => (
        <Card key={link.id} border padding={3} radius={2}>
          <Stack gap={3}>
            <Text size={1}>Works until {formatDateAndTime(link.expiresAt)}</Text>
            <TextInput aria-label="Link to the draft" readOnly value={link.address} />
            <Flex gap={2}>
              <Button icon={CopyIcon} mode="ghost" text="Copy" onClick={() => void copy(link.address)} />
              <Button
                disabled={isBusy}
                icon={TrashIcon}
                mode="ghost"
                text="Revoke"
                tone="critical"
                onClick={() => void run(() => client.delete(link.id))}
              />
            </Flex>
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
