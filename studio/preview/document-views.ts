import { EyeOpenIcon } from '@sanity/icons/EyeOpen'
import type { DefaultDocumentNodeResolver, StructureBuilder } from 'sanity/structure'
import { findPage } from '#domain/pages/pages.ts'
import { PreviewView } from './PreviewView.tsx'

/** The form, and a preview where a page shows the document. */
export function documentViews(S: StructureBuilder, schemaType: string) {
  const form = S.view.form().id('editor').title('Editor')
  const page = findPage(schemaType)
  if (page === undefined && schemaType !== 'event') return [form]
  const findPath = (documentId: string) => page ?? `/event/${documentId}`
  const preview = S.view.component(PreviewView).options({ findPath })
  return [form, preview.id('preview').title('Preview').icon(EyeOpenIcon)]
}

/** For documents that are not opened from the menu but, for example, from a search. */
export const documentNode: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  S.document().views(documentViews(S, schemaType))
