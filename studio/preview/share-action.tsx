import { LinkIcon } from '@sanity/icons/Link'
import type { DocumentActionComponent, DocumentActionsContext } from 'sanity'
import { useActionDialog } from '../components/use-action-dialog.ts'
import { findDocumentPage } from './document-views.ts'
import { ShareDraft } from './ShareDraft.tsx'

/** For documents that a page shows, which another document of a page's type is not. */
export function shareActions({ schemaType, documentId }: DocumentActionsContext): DocumentActionComponent[] {
  const isShown = schemaType === 'event' || (documentId === schemaType && findDocumentPage(schemaType))
  return isShown ? [useShareDraft] : []
}

const useShareDraft: DocumentActionComponent = ({ id, type, draft, published }) => {
  const path = findDocumentPage(type)?.(id) ?? ''
  const dialog = useActionDialog('Share draft', () => <ShareDraft documentId={id} path={path} />)
  return draft || published ? { label: 'Share draft…', icon: LinkIcon, ...dialog } : null
}
