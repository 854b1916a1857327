/** The name of the Studio, also on the page where people sign in. */
export const title = 'founderlist'

export const projectId = process.env['SANITY_STUDIO_PROJECT_ID'] || 'local'
export const dataset = process.env['SANITY_STUDIO_DATASET'] || 'production'

/** Where the local Content Lake serves the Studio: '' or a path such as '/studio'. */
export const basePath = process.env['SANITY_STUDIO_BASEPATH'] || ''

export const isLocal = projectId === 'local'
