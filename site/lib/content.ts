import { createClient } from '@sanity/client'
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { apiVersion, type ContentSettings } from '#domain/content-settings.ts'
import { currentLanguage, type Language } from '#domain/language.ts'
import { checkDocument } from './check-document.ts'
import { ContentError, findImage, UnreadableError } from './content-error.ts'

/** The one document that a page is made of: how it is asked for, and what it must be. */
export type ContentQuery<Document> = {
  /** The document's id, by which a fault names it. */
  id: string
  /** GROQ that answers the document or null. */
  query: string
  schema: z.ZodType<Document>
}

export type Content = {
  settings: ContentSettings
  /**
   * The document of a query in the language of the page that is rendered, checked. Each query is asked once, so all
   * pages of one `Content` show one state. Throws ContentError for a document that is missing or at fault in any
   * language, and where nobody answers.
   */
  load: <Document>(query: ContentQuery<Document>) => Promise<Document>
  /** A short name for what a query answers now: the same answer has the same name. Throws as `load` does. */
  readDigest: (query: ContentQuery<unknown>) => Promise<string>
  /** Which document uses an image and where, as `team, members[0].photo`, among those that were asked for. */
  findImageUse: (assetId: string) => Promise<string | undefined>
}

/** Opens the content of a dataset, hosted or local. Nothing is asked yet. */
export function createContent(settings: ContentSettings): Content {
  const { projectId, dataset, apiHost, token, perspective } = settings
  const client = createClient({
    projectId,
    dataset,
    apiVersion,
    perspective,
    useCdn: false,
    ...(token && { token }),
    ...(apiHost && { apiHost, useProjectHostname: false }),
  })
  const answers = new Map<string, { id: string; answer: Promise<unknown> }>()
  const checked = new Map<string, Promise<Record<Language, unknown>>>()

  function ask({ id, query }: ContentQuery<unknown>): Promise<unknown> {
    const known = answers.get(query)
    if (known) return known.answer
    const answer = client.fetch<unknown>(query).catch((cause: unknown) => {
      throw new UnreadableError(id, cause)
    })
    answers.set(query, { id, answer })
    return answer
  }

  async function check<Document>(query: ContentQuery<Document>): Promise<Record<Language, Document>> {
    const answer = await ask(query)
    if (answer === null) throw new ContentError(`${query.id}: there is no ${nameState(perspective)} document`)
    return checkDocument(query, answer)
  }

  return {
    settings,
    load: async <Document>(query: ContentQuery<Document>) => {
      const known = checked.get(query.query) ?? check(query)
      checked.set(query.query, known)
      return ((await known) as Record<Language, Document>)[currentLanguage()]
    },
    readDigest: async (query) =>
      createHash('sha256')
        .update(JSON.stringify(await ask(query)))
        .digest('hex')
        .slice(0, 16),
    findImageUse: async (assetId) => {
      const places = [...answers.values()].map(async ({ id, answer }) => {
        const place = findImage(await answer.catch(() => undefined), assetId)
        return place && `${id}, ${place}`
      })
      return (await Promise.all(places)).find((place) => place !== undefined)
    },
  }
}

function nameState(perspective: ContentSettings['perspective']): string {
  return perspective === 'published' ? 'published' : 'draft or published'
}
