import { LinkIcon } from '@sanity/icons/Link'
import { useState } from 'react'
import type { DocumentActionComponent, DocumentActionsContext } from 'sanity'
import { findDocumentPage } from './document-views.ts'
import { ShareDraft } from './ShareDraft.tsx'

/** For documents that a page shows, which another document of a page's type is not. */
export function shareActions({ schemaType, documentId }: DocumentActionsContext): DocumentActionComponent[] {
  const isShown = schemaType === 'event' || (documentId === schemaType && findDocumentPage(schemaType))
  return isShown ? [useShareDraft] : []
}

const useShareDraft: DocumentActionComponent = ({ id, type, draft, published }) => {
  const [isOpen, setIsOpen] = useState(false)
  const findPath = findDocumentPage(type)
  if (!findPath || (!draft && !published)) return null
  return {
    label: 'Share draft…',
    icon: LinkIcon,
    onHandle: () => setIsOpen(true),
    dialog: isOpen && {
      type: 'dialog' as const,
      header: 'Share draft',
      onClose: () => setIsOpen(false),
      content: <ShareDraft documentId={id} path={findPath(id)} />,
    },
  }
}
