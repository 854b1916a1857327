import { EyeOpenIcon } from '@sanity/icons/EyeOpen'
import type { DefaultDocumentNodeResolver, StructureBuilder } from 'sanity/structure'
import { findPage } from '#domain/pages/pages.ts'
import { PreviewView } from './PreviewView.tsx'

/** The address of the page that shows a document of this type, if there is one. */
export function findDocumentPage(schemaType: string): ((documentId: string) => string) | undefined {
  if (schemaType === 'event') return (documentId) => `/event/${documentId}`
  const page = findPage(schemaType)
  return page === undefined ? undefined : () => page
}

export function documentViews(S: StructureBuilder, schemaType: string) {
  const form = S.view.form().id('editor').title('Editor')
  const findPath = findDocumentPage(schemaType)
  if (!findPath) return [form]
  const preview = S.view.component(PreviewView).options({ findPath })
  return [form, preview.id('preview').title('Preview').icon(EyeOpenIcon)]
}

/** The tabs of every document. */
export const documentNode: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  S.document().views(documentViews(S, schemaType))
