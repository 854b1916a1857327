import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { ContentError } from '#domain/content/content-error.ts'
import type { Language } from '#domain/language.ts'
import { inLanguage } from '#domain/in-language.ts'
import { copy } from '../../queries/parts.ts'
import { createContent } from './content.ts'

const query = { id: 'team', query: '*[_id == "team"][0]{ title }', schema: z.object({ title: z.string() }) }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A Content Lake that answers every query with `document` and records its requests. */
async function open(document: unknown, perspective: 'published' | 'drafts' = 'published') {
  const asked: URL[] = []
  const apiHost = await serve((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://lake'))
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ result: { document, _rev: 'r1' }, ms: 1 }))
  })
  const settings = { projectId: 'local', dataset: 'production', apiHost, perspective }
  return { content: createContent(settings), asked }
}

describe('load', () => {
  it.each(['published', 'drafts'] as const)(
    'queries the %s documents of the dataset',
    async (perspective) => {
      const { content, asked } = await open({ title: 'team' }, perspective)
      expect(await content.load(query)).toEqual({ title: 'team' })
      expect(asked[0]?.pathname).toBe('/v2025-02-19/data/query/production')
      expect(asked[0]?.searchParams.get('query')).toContain(query.query)
      expect(asked[0]?.searchParams.get('perspective')).toBe(perspective)
    },
  )

  it('sends each query once, even if several pages need it at the same time', async () => {
    const { content, asked } = await open({ title: 'team' })
    await Promise.all([content.load(query), content.load(query)])
    await content.load(query)
    expect(asked).toHaveLength(1)
  })

  it('names a missing document', async () => {
    const { content } = await open(null)
    await expect(content.load(query)).rejects.toThrow(
      new ContentError('team: there is no published document'),
    )
  })

  it('names the invalid field', async () => {
    const { content } = await open({ title: 7 })
    await expect(content.load(query)).rejects.toThrow(new ContentError('team: title: must be text, not 7'))
  })

  describe('of a document in several languages', () => {
    const copyQuery = { ...query, schema: z.object({ title: copy(z.string()) }) }
    const title = { title: 'team', title_es: 'equipo', title_fr: null }

    it.each<[Language, object]>([
      ['en', { value: 'team' }],
      ['es', { value: 'equipo' }],
      ['fr', { value: 'team', lang: 'en' }],
    ])('returns the copy in %s, and sends one query for all languages', async (language, expected) => {
      const { content, asked } = await open(title)
      await content.load(copyQuery)
      expect(await inLanguage(language, () => content.load(copyQuery))).toEqual({ title: expected })
      expect(asked).toHaveLength(1)
    })

    it('fails for a fault in another language too', async () => {
      const { content } = await open({ ...title, title_fr: 7 })
      await expect(content.load(copyQuery)).rejects.toThrow(
        new ContentError('team: title_fr: must be text, not 7'),
      )
    })

    it('has one digest, which changes with the copy in any language', async () => {
      const digests = [title, { ...title, title_fr: 'équipe' }].map(async (answer) =>
        (await open(answer)).content.readDigest(copyQuery),
      )
      const [one, other] = await Promise.all(digests)
      expect(one).not.toBe(other)
    })
  })

  it('reports why the Content Lake refused a query', async () => {
    const apiHost = await serve((_request, response) =>
      response
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: { type: 'queryParseError', description: 'expected ]' } })),
    )
    const content = createContent({
      projectId: 'local',
      dataset: 'production',
      apiHost,
      perspective: 'published',
    })
    const error = await content.load(query).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ContentError)
    expect((error as Error).message).toMatch(/^team: could not be read: .*expected \]/s)
  })
})
