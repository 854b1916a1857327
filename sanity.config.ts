import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { contentTypes } from '#domain/pages/pages.ts'
import { ProductIcon } from './studio/components/icons/ProductIcon.tsx'
import { dataset, isLocal, projectId } from './studio/env.ts'
import { eventActions } from './studio/events/actions.tsx'
import { localWorkspace } from './studio/local/workspace.ts'
import { importTool } from './studio/import/tool.ts'
import { moderationTool } from './studio/moderation/tool.ts'
import { documentNode } from './studio/preview/document-views.ts'
import { FormWithStatus } from './studio/publish-status/FormWithStatus.tsx'
import { useStatusBadge } from './studio/publish-status/status-badge.ts'
import { schemaTypes } from './studio/schema/index.ts'
import { singletonRules, withoutSingletons } from './studio/schema/singletons.ts'
import { structure } from './studio/structure/index.ts'

export default defineConfig({
  name: 'default',
  title: 'founderlist',
  icon: ProductIcon,
  projectId,
  dataset,
  plugins: [structureTool({ title: 'Content', structure, defaultDocumentNode: documentNode })],
  tools: (known) => [...known, moderationTool, importTool],
  schema: { types: schemaTypes, templates: withoutSingletons },
  document: {
    ...singletonRules,
    actions: (known, context) =>
      singletonRules.actions(context.schemaType === 'event' ? [...known, ...eventActions] : known, context),
    badges: (known, { schemaType }) =>
      contentTypes.includes(schemaType) ? [...known, useStatusBadge] : known,
    comments: { enabled: !isLocal },
  },
  form: { components: { input: FormWithStatus } },
  ...(isLocal ? localWorkspace() : {}),
})
