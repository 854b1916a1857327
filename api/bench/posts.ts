import { readCorpus } from '../moderation/filter/corpus.ts'

/** A listing as JSON, and the address of the client that posts it. */
export type Post = { address: string; body: string }

/**
 * Distinct posts from distinct networks: sentences of the genuine posts in the corpus of the spam filter, mixed anew, with
 * a contact of their own. From the `first` on, which must be below 65,536.
 */
export async function makePosts(count: number, first = 0): Promise<Post[]> {
  const posts = (await readCorpus()).filter(({ isSpam, language }) => !isSpam && language === 'en')
  const sentences = posts.flatMap(({ description }) => description.split(/(?<=[.!?])\s+|\n+/).filter(Boolean))
  return Array.from({ length: count }, (_, index) => {
    const number = first + index
    const pick = (from: string[], step: number) => from[(number * step + (number >> 8)) % from.length] ?? ''
    const listing = {
      category: 'jobs',
      subcategory: 'engineering',
      title: posts[number % posts.length]?.title,
      description: [7, 11, 13, 17, 19, 23].map((step) => pick(sentences, step)).join(' '),
      contact: `somebody.${number}@example.org`,
      location: 'SF',
    }
    return { address: `10.${number >> 8}.${number % 256}.1`, body: JSON.stringify(listing) }
  })
}
