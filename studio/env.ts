/** The Content Lake that the Studio was built for. Without a project of Sanity's it is the local one. */
export const projectId = process.env['SANITY_STUDIO_PROJECT_ID'] || 'local'
export const dataset = process.env['SANITY_STUDIO_DATASET'] || 'production'

/** Whether the Studio talks to the local Content Lake that serves it. */
export const isLocal = projectId === 'local'
