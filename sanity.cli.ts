import { defineCliConfig } from 'sanity/cli'
import { dataset, projectId } from './studio/env.ts'

export default defineCliConfig({
  api: { projectId, dataset },
  deployment: { autoUpdates: false },
  reactStrictMode: false,
  typegen: {
    path: './site/queries/*.ts',
    schema: './studio/schema.json',
    generates: './site/queries/types.ts',
    overloadClientMethods: false,
  },
})
