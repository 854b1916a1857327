import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listContacts } from './contacts.ts'
import { decide, findSignals } from './score.ts'
import { compareSignatures, createSignature, duplicateSimilarity } from './signature.ts'

export type CorpusPost = {
  language: string
  title: string
  description: string
  contact: string
  /** Spam only. The filter was first written with half `a` alone (README). */
  half?: 'a' | 'b'
}
export type JudgedPost = { post: CorpusPost; decision: 'show' | 'hold' | 'refuse'; signals: string[] }

export async function readCorpus(kind: 'genuine' | 'spam'): Promise<CorpusPost[]> {
  const text = await readFile(join(import.meta.dirname, 'corpus', `${kind}.ndjson`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CorpusPost)
}

/** Judges the posts as if they arrived one after another within a day, each from a different network. */
export function judgeCorpus(posts: CorpusPost[]): JudgedPost[] {
  const earlier: Array<{ signature: number[]; contacts: string[]; isWithheld: boolean }> = []
  return posts.map((post) => {
    const text = [post.title, post.description, post.contact].join('\n')
    const contacts = listContacts(text)
    const { signature } = createSignature(text)
    const withheld = earlier.filter(({ isWithheld }) => isWithheld)
    const isKnown = withheld.some((each) => each.contacts.some((contact) => contacts.includes(contact)))
    const history = isKnown ? [{ name: 'contact-of-withheld', points: 3 }] : []
    const signals = [...findSignals(post), ...history]
    const isRepeated = earlier.some(
      (each) => compareSignatures(each.signature, signature) >= duplicateSimilarity,
    )
    const decision = isRepeated ? 'refuse' : decide(signals)
    earlier.push({ signature, contacts, isWithheld: decision !== 'show' })
    return { post, decision, signals: signals.map(({ name, points }) => `${name} ${points}`) }
  })
}
