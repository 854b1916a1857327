import { expect, it } from 'vitest'
import { request, errorOf } from '../test-support/request.ts'
import { connect, startLake } from '../test-support/start-lake.ts'

const path = '/data/query/production'

const refused = [
  ['resultSourceMap=true', 'makes no source maps, which visual editing needs'],
  ['resultSourceMap=withKeyArraySelector', 'makes no source maps, which visual editing needs'],
  ['variant=spring', 'has no variants'],
] as const

it.each(refused)('refuses %s with the reason, by GET and POST', async (option, reason) => {
  const lake = await startLake()
  const refusal = [400, expect.stringContaining(reason)]
  expect(errorOf(await request(lake, 'GET', `${path}?query=1&${option}`))).toEqual(refusal)
  expect(errorOf(await request(lake, 'POST', `${path}?${option}`, { query: '1' }))).toEqual(refusal)
})

it('tells a client configured for visual editing that it is not supported', async () => {
  const { port, token } = await startLake()
  const client = connect(port, token)
  await expect(client.fetch('1', {}, { resultSourceMap: true })).rejects.toThrow('makes no source maps')
  const editing = client.withConfig({ stega: { enabled: true, studioUrl: '/' } })
  await expect(editing.fetch('1')).rejects.toThrow('makes no source maps')
})

it.each(['resultSourceMap=false', 'resultSourceMap=', 'variant='])('accepts %s', async (option) => {
  expect((await request(await startLake(), 'GET', `${path}?query=1&${option}`)).body.result).toBe(1)
})
