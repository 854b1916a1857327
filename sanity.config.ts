import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { ProductIcon } from './studio/components/icons/ProductIcon.tsx'
import { dataset, isLocal, projectId } from './studio/env.ts'
import { localWorkspace } from './studio/local/workspace.ts'
import { schemaTypes } from './studio/schema/index.ts'
import { structure } from './studio/structure/index.ts'
import { singletonRules, withoutSingletons } from './studio/structure/singleton-rules.ts'

export default defineConfig({
  name: 'default',
  title: 'founderlist',
  icon: ProductIcon,
  projectId,
  dataset,
  plugins: [structureTool({ title: 'Content', structure })],
  schema: { types: schemaTypes, templates: withoutSingletons },
  document: { ...singletonRules, comments: { enabled: !isLocal } },
  ...(isLocal ? localWorkspace() : {}),
})
