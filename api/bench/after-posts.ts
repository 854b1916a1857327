import { makePosts } from './posts.ts'

const rounds = 5
const partSize = 10_000
const parallel = 20

/**
 * Milliseconds of the first answer after a post, the slowest of five, by name. 20 parts of the sitemap are requested at
 * once, as by a crawler. Throws unless every answer is 200.
 */
export async function measureAfterPosts(base: string, listings: number): Promise<Record<string, number>> {
  const parts = Math.ceil(listings / partSize)
  const part = (number: number) => `/sitemap/listings-${(number % parts) + 1}.xml`
  const paths: Record<string, string[]> = {
    '`/`': ['/'],
    '`/category/housing`': ['/category/housing'],
    '`/sitemap.xml`': ['/sitemap.xml'],
    '`/sitemap/pages.xml`': ['/sitemap/pages.xml'],
    'the middle part of the sitemap': [part(Math.floor(parts / 2))],
    '20 parts of the sitemap at once': Array.from({ length: parallel }, (_, number) => part(number)),
    '`/category/housing/feed.atom`': ['/category/housing/feed.atom'],
    '`/search.atom?q=founder`': ['/search.atom?q=founder'],
  }
  const posts = (await makePosts(rounds * Object.keys(paths).length)).values()
  const slowest: Record<string, number> = {}
  for (const [name, asked] of Object.entries(paths)) {
    await readAll(base, asked)
    const times = []
    for (const { address, body } of posts.take(rounds)) {
      await readText(`${base}/api/listings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body,
      })
      const startedAt = performance.now()
      await readAll(base, asked)
      times.push(performance.now() - startedAt)
    }
    slowest[name] = Math.max(...times)
  }
  return slowest
}

async function readAll(base: string, paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => readText(base + path)))
}

async function readText(address: string, init?: RequestInit): Promise<string> {
  const answer = await fetch(address, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text.slice(0, 100)}`)
  return text
}
