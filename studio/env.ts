/** The Content Lake that the Studio was built for. Without a project of Sanity's it is the local one. */
export const projectId = process.env['SANITY_STUDIO_PROJECT_ID'] || 'local'
export const dataset = process.env['SANITY_STUDIO_DATASET'] || 'production'

/** Whether the Studio talks to the local Content Lake that serves it. */
export const isLocal = projectId === 'local'

/** The address of the site, where the Studio was built with it; the local Content Lake says it (site-url.ts). */
export const siteUrl = process.env['SANITY_STUDIO_SITE_URL'] || undefined
