import type { SanityClient } from '@sanity/client'
import { CopyIcon } from '@sanity/icons/Copy'
import { TrashIcon } from '@sanity/icons/Trash'
import { Button, Card, Flex, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { useClient, useCurrentUser } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import { Label } from '../components/Label.tsx'
import { useCopy } from '../components/use-copy.ts'
import {
  defaultDays,
  type DraftLink,
  listDraftLinks,
  makeDraftLink,
  offeredDays,
  revokeDraftLink,
  type Shared,
} from './draft-links.ts'
import { readSiteUrl } from '../site-settings.ts'

/** Makes, lists and revokes the links that show a document's draft to people without an account. */
export function ShareDraft({ documentId, path }: Pick<Shared, 'documentId' | 'path'>) {
  const client = useClient({ apiVersion })
  const userId = useCurrentUser()?.id
  const copy = useCopy('The link')
  const [links, setLinks] = useState<DraftLink[]>([])
  const [days, setDays] = useState(defaultDays)
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    let isShown = true
    listLinks(client, documentId, path).then(
      (found) => isShown && setLinks(found),
      (error: unknown) => isShown && setFault((error as Error).message),
    )
    return () => {
      isShown = false
    }
  }, [client, documentId, path])

  async function run(act: () => Promise<unknown>) {
    setIsBusy(true)
    setFault(undefined)
    try {
      await act()
      setLinks(await listLinks(client, documentId, path))
    } catch (error) {
      setFault((error as Error).message)
    }
    setIsBusy(false)
  }
  async function make() {
    const shared = await findShared(documentId, path)
    await copy(await makeDraftLink(client, shared, { days, userId, now: new Date() }))
  }

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
      {fault !== undefined && (
        <Text role="alert" size={1}>
          {fault}
        </Text>
      )}
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
                onClick={() => void run(() => revokeDraftLink(client, link))}
              />
            </Flex>
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}

async function findShared(documentId: string, path: string): Promise<Shared> {
  const siteUrl = await readSiteUrl()
  if (siteUrl === undefined) throw new Error('This Studio does not know where the site is.')
  return { documentId, path, siteUrl }
}

async function listLinks(client: SanityClient, documentId: string, path: string): Promise<DraftLink[]> {
  return listDraftLinks(client, await findShared(documentId, path))
}
