export const projectId = process.env['SANITY_STUDIO_PROJECT_ID'] || 'local'
export const dataset = process.env['SANITY_STUDIO_DATASET'] || 'production'

/** Whether the local Content Lake serves the Studio. */
export const isLocal = projectId === 'local'
