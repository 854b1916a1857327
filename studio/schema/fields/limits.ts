export { contentLimits as limits } from '#domain/content-limits.ts'

/** Lengths beyond which a text still works but reads badly: a search engine cuts it off, a heading wraps. */
export const tastes = { title: 80, description: 160, lines: 500 } as const
