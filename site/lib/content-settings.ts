import type { ContentSettings } from '#domain/content-settings.ts'

/** For the development server. Throws without a project and a dataset. */
export function readContentSettings(variables: NodeJS.ProcessEnv): ContentSettings {
  const { SANITY_PROJECT_ID, SANITY_DATASET, SANITY_API_HOST, SANITY_READ_TOKEN } = variables
  if (!SANITY_PROJECT_ID || !SANITY_DATASET)
    throw new Error('SANITY_PROJECT_ID and SANITY_DATASET must be set, so that pages find their content')
  return {
    projectId: SANITY_PROJECT_ID,
    dataset: SANITY_DATASET,
    ...(SANITY_API_HOST && { apiHost: SANITY_API_HOST }),
    ...(SANITY_READ_TOKEN && { token: SANITY_READ_TOKEN }),
    perspective: 'published',
  }
}
