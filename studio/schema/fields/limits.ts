export { contentLimits as limits } from '#domain/content/content-limits.ts'

/** Longer texts get a warning: a search engine cuts them, a heading wraps. */
export const tastes = { title: 80, description: 160, lines: 500 } as const
