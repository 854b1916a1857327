import { createClient } from '@sanity/client'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { ContentError } from '#domain/content/content-error.ts'
import { apiVersion, type ContentSettings } from '#domain/content/content-settings.ts'
import { currentLanguage, type Language, languages } from '#domain/language.ts'
import { describeFaults, describeIssue, findImage, unreadable } from './content-error.ts'
import { localize } from './localize.ts'

export type ContentQuery<Document> = {
  id: string
  /** GROQ that returns the document or null. */
  query: string
  schema: z.ZodType<Document>
}

export type Content = {
  settings: ContentSettings
  /** Fetches once, so that all pages show the same snapshot. Throws ContentError for a fault in any language. */
  load: <Document>(query: ContentQuery<Document>) => Promise<Document>
  /** Hash of the answer. Throws ContentError if it cannot be read. */
  readDigest: (query: ContentQuery<unknown>) => Promise<string>
  /** By id. Leaves out documents that could not be read. */
  listDocuments: () => Promise<Map<string, unknown>>
  /** For example `team, members[0].photo`. Searches the documents that were requested. */
  findImageUse: (assetId: string) => Promise<string | undefined>
}

/** Publishes run one after another: a hanging read must not block the next for the client's five minutes. */
const readTimeoutMs = 30_000

type Answer = { document: unknown; digest: string }

/** Fetches nothing yet, and never fetches a document that is in `known`. */
export function createContent(
  settings: ContentSettings,
  known: ReadonlyMap<string, unknown> = new Map(),
): Content {
  const { projectId, dataset, apiHost, token, perspective } = settings
  const client = createClient({
    projectId,
    dataset,
    apiVersion,
    perspective,
    useCdn: false,
    timeout: readTimeoutMs,
    ...(token && { token }),
    ...(apiHost && { apiHost, useProjectHostname: false }),
  })
  const answers = new Map<string, Promise<Answer>>()
  const checked = new Map<string, Promise<Record<Language, unknown>>>()

  function ask(query: ContentQuery<unknown>): Promise<Answer> {
    const answer = answers.get(query.id) ?? read(query)
    answers.set(query.id, answer)
    return answer
  }

  async function read({ id, query }: ContentQuery<unknown>): Promise<Answer> {
    const document = known.has(id)
      ? known.get(id)
      : await fetchDocument(id, query).catch((cause: unknown) => {
          throw unreadable(id, cause)
        })
    const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
    return { document, digest }
  }

  /** With its `_rev`, so that a release knows which revisions it shows. */
  async function fetchDocument(id: string, query: string): Promise<unknown> {
    const both = `{"document": ${query}, "_rev": *[_id == $id][0]._rev}`
    const { document, _rev } = await client.fetch<{ document: object | null; _rev: string }>(both, { id })
    return document && { ...document, _rev }
  }

  async function check<Document>(query: ContentQuery<Document>): Promise<Record<Language, Document>> {
    const { document } = await ask(query)
    if (document === null) {
      const state = perspective === 'published' ? 'published' : 'draft or published'
      throw new ContentError(`${query.id}: there is no ${state} document`)
    }
    return checkDocument(query, document)
  }

  return {
    settings,
    load: async <Document>(query: ContentQuery<Document>) => {
      const documents = checked.get(query.id) ?? check(query)
      checked.set(query.id, documents)
      return ((await documents) as Record<Language, Document>)[currentLanguage()]
    },
    readDigest: async (query) => (await ask(query)).digest,
    listDocuments,
    findImageUse: async (assetId) => {
      for (const [id, document] of await listDocuments()) {
        const place = findImage(document, assetId)
        if (place) return `${id}, ${place}`
      }
      return undefined
    },
  }

  async function listDocuments(): Promise<Map<string, unknown>> {
    const documents = new Map(known)
    for (const [id, answer] of answers) {
      const found = await answer.catch(() => undefined)
      if (found) documents.set(id, found.document)
    }
    return documents
  }
}

/** Throws ContentError with the faults of all languages: a document must be valid in each. */
export function checkDocument<Document>(
  { id, schema }: Pick<ContentQuery<Document>, 'id' | 'schema'>,
  answer: unknown,
): Record<Language, Document> {
  const faults: string[] = []
  const documents = languages.map((language) => {
    const { data, error } = schema.safeParse(localize(answer, language), { error: describeIssue })
    if (error) faults.push(...describeFaults(answer, language, error.issues))
    return [language, data]
  })
  if (faults.length > 0)
    throw new ContentError([...new Set(faults)].map((fault) => `${id}: ${fault}`).join('\n'))
  return Object.fromEntries(documents) as Record<Language, Document>
}
