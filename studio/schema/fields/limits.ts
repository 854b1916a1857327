/** Lengths in characters that a page can carry: the same as those of a listing (api/domain/listing.ts). */
export const limits = { title: 140, line: 200, text: 10_000 } as const

/** Lengths beyond which a text still works but reads badly: a search engine cuts it off, a heading wraps. */
export const tastes = { title: 80, description: 160, lines: 500 } as const

/** What search engines and link previews are given at most. */
export const maximumDescription = 300
