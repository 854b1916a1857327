import { LaunchIcon } from '@sanity/icons/Launch'
import { Button, Card, Flex, Text } from '@sanity/ui'
import type { UserViewComponent } from 'sanity/structure'
import { Loading } from '../components/Loading.tsx'
import { Notice } from '../components/Notice.tsx'
import { usePreviewLink } from './use-preview-link.ts'

/** The page must not navigate the Studio itself. */
const allowed = 'allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts'

type Options = { findPath: (documentId: string) => string }

/** A document's page with drafts. The page updates itself when the content changes. */
export const PreviewView: UserViewComponent<Options> = ({ documentId, options: { findPath } }) => {
  const path = findPath(documentId)
  const { link, fault } = usePreviewLink(path)
  if (fault !== undefined)
    return <Notice border={false} margin={4} padding={4} text={fault} tone="critical" />
  if (link === undefined) return <Loading />
  return (
    <Flex direction="column" height="fill">
      <Card borderBottom paddingX={4} paddingY={2}>
        <Flex align="center" gap={2} justify="space-between">
          <Text muted size={1}>
            {path}
          </Text>
          <Button
            as="a"
            href={link}
            icon={LaunchIcon}
            mode="bleed"
            rel="noopener noreferrer"
            target="_blank"
            text="Open preview"
          />
        </Flex>
      </Card>
      <iframe
        referrerPolicy="no-referrer"
        sandbox={allowed}
        src={link}
        style={{ border: 0, flex: 1, width: '100%' }}
        title={`Preview of ${path}`}
      />
    </Flex>
  )
}
