import { EyeOpenIcon } from '@sanity/icons/EyeOpen'
import type { DefaultDocumentNodeResolver, StructureBuilder } from 'sanity/structure'
import { findPreviewPath } from './paths.ts'
import { PreviewView } from './PreviewView.tsx'

/** The tabs of a document: its form, and the page that shows it where there is one. */
export function documentViews(S: StructureBuilder, schemaType: string) {
  const form = S.view.form().id('editor').title('Editor')
  const findPath = findPreviewPath(schemaType)
  if (!findPath) return [form]
  const preview = S.view.component(PreviewView).options({ findPath })
  return [form, preview.id('preview').title('Preview').icon(EyeOpenIcon)]
}

/** The same for documents that are opened from elsewhere than the menu, as from a search. */
export const documentNode: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  S.document().views(documentViews(S, schemaType))
