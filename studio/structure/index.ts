import { DownloadIcon } from '@sanity/icons/Download'
import type { StructureBuilder, StructureResolver } from 'sanity/structure'
import { isOrganiser } from '../local/roles.ts'
import { singletons } from '../schema/singletons.ts'
import { eventItems } from './events.ts'

export const structure: StructureResolver = (S, context) =>
  S.list()
    .id('content')
    .title('Content')
    .items([
      ...(isOrganiser(context.currentUser) ? [] : pageItems(S)),
      S.divider().title('Events'),
      ...eventItems(S, context),
      S.listItem()
        .id('import-sources')
        .title('Import sources')
        .icon(DownloadIcon)
        .child(S.documentTypeList('importSource').title('Import sources').initialValueTemplates([])),
    ])

function pageItems(S: StructureBuilder) {
  return [
    S.divider().title('Pages'),
    ...singletons.map(({ name, title, icon }) =>
      S.listItem()
        .id(name)
        .title(title ?? name)
        .icon(icon)
        .schemaType(name)
        .child(S.defaultDocument({ schemaType: name, documentId: name }).id(name)),
    ),
  ]
}
