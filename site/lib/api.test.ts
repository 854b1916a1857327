import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inLanguage } from '#domain/in-language.ts'
import { ApiError, read, write } from './api.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('asks for errors in the language of the page', async () => {
  const base = await serve(({ headers }, response) => response.end(JSON.stringify(headers)))
  expect(await inLanguage('es', () => read(base))).toMatchObject({ data: { 'accept-language': 'es' } })
})

describe('read', () => {
  it('returns the data and the URL of the next page', async () => {
    const base = await serve((_request, response) =>
      response.setHeader('Link', '</list?before=1_a>; rel="next"').end('[1]'),
    )
    expect(await read(base)).toEqual({ data: [1], next: '/list?before=1_a' })
  })

  it.each([
    [404, 'listing not found', '404: listing not found'],
    [503, '', '503: Service Unavailable'],
    [429, 'later\n', '429: later'],
  ])('throws %i with the body, or else the status text', async (status, body, message) => {
    const base = await serve((_request, response) => response.writeHead(status).end(body))
    const error = await read(base).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ message, status })
  })

  it('throws on a 401, or returns no data with `unauthorized: empty`', async () => {
    const base = await serve((_request, response) => response.writeHead(401).end('who are you'))
    await expect(read(base)).rejects.toThrow('401: who are you')
    expect(await read(base, { unauthorized: 'empty' })).toEqual({ data: null, next: undefined })
  })

  it('throws a readable message if the server cannot be reached', async () => {
    await expect(read('http://127.0.0.1:1')).rejects.toThrow('The server could not be reached.')
  })
})

describe('write', () => {
  it('sends JSON only with a payload', async () => {
    const base = await serve((request, response) => {
      request.setEncoding('utf8')
      let body = ''
      request.on('data', (chunk: string) => (body += chunk))
      request.on('end', () =>
        response.end(JSON.stringify([request.method, request.headers['content-type'] ?? null, body])),
      )
    })
    expect(await write('POST', base, { a: 1 })).toEqual(['POST', 'application/json', '{"a":1}'])
    expect(await write('DELETE', base)).toEqual(['DELETE', null, ''])
  })
})
