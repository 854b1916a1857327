import { defineCliConfig } from 'sanity/cli'
import { dataset, projectId } from './studio/env.ts'
import { validateChanges } from './studio/validate-changes.ts'

export default defineCliConfig({
  api: { projectId, dataset },
  deployment: { autoUpdates: false },
  reactStrictMode: false,
  vite: { plugins: [validateChanges] },
  typegen: {
    path: './site/queries/*.ts',
    schema: './studio/schema.json',
    generates: './site/queries/types.ts',
    overloadClientMethods: false,
  },
})
