import { defineConfig, type DocumentActionComponent } from 'sanity'
import { structureTool } from 'sanity/structure'
import { contentTypes } from '#domain/pages/pages.ts'
import { StableLayout } from './studio/components/StableLayout.tsx'
import { ProductIcon } from './studio/components/icons/ProductIcon.tsx'
import { dataset, isLocal, projectId, title } from './studio/env.ts'
import { seriesDrafts, sourceDrafts } from './studio/drafts/places.tsx'
import { eventActions } from './studio/events/actions.tsx'
import { localWorkspace } from './studio/local/workspace.ts'
import { toolsOf } from './studio/local/roles.ts'
import { documentNode } from './studio/preview/document-views.ts'
import { shareActions } from './studio/preview/share-action.tsx'
import { FormWithStatus } from './studio/publish-status/FormWithStatus.tsx'
import { useStatusBadge } from './studio/publish-status/status-badge.ts'
import { schemaTypes } from './studio/schema/index.ts'
import { limitActions, limitTemplates } from './studio/schema/singletons.ts'
import { structure } from './studio/structure/index.ts'
import { ownTools } from './studio/tools.ts'

const ownActions: Record<string, DocumentActionComponent[]> = {
  event: [...eventActions, seriesDrafts],
  importSource: [sourceDrafts],
}

export default defineConfig({
  name: 'default',
  title,
  icon: ProductIcon,
  projectId,
  dataset,
  plugins: [structureTool({ title: 'Content', structure, defaultDocumentNode: documentNode })],
  tools: (known, { currentUser }) => {
    const names = toolsOf(currentUser)
    return [...known, ...ownTools].filter(({ name }) => names?.includes(name) ?? true)
  },
  studio: { components: { layout: StableLayout } },
  schema: { types: schemaTypes, templates: limitTemplates },
  document: {
    actions: (known, context) => {
      // Our actions read and write drafts and published documents, not the versions of a release.
      const isVersion = context.releaseId !== undefined
      const own = isVersion ? [] : (ownActions[context.schemaType] ?? [])
      const share = isVersion ? [] : shareActions(context)
      return [...limitActions([...known, ...own], context), ...share]
    },
    badges: (known, { schemaType }) =>
      contentTypes.includes(schemaType) ? [...known, useStatusBadge] : known,
    comments: { enabled: !isLocal },
  },
  form: { components: { input: FormWithStatus } },
  ...(isLocal ? localWorkspace() : {}),
})
