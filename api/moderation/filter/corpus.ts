import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Post } from './features.ts'

/** `source`: the writer of the post. Cross-validation also leaves a whole writer out. */
export type CorpusPost = Post & { language: string; source: string; isSpam: boolean }

export async function readCorpus(): Promise<CorpusPost[]> {
  const folder = join(import.meta.dirname, 'corpus')
  const [genuine, spam] = await Promise.all([
    readPosts(join(folder, 'genuine.ndjson'), false),
    readPosts(join(folder, 'spam.ndjson'), true),
  ])
  return [...genuine, ...spam]
}

/** One JSON object per line. Those of other files may be labeled `spam` or `genuine` themselves. */
export async function readPosts(file: string, isSpam: boolean): Promise<CorpusPost[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const { label, ...post } = JSON.parse(line) as CorpusPost & { label?: string }
    return { ...post, isSpam: label === undefined ? isSpam : label === 'spam' }
  })
}
