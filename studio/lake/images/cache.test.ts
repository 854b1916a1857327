import { expect, it } from 'vitest'
import { createImageCache } from './cache.ts'

function createCounting(mostBytes: number) {
  const take = createImageCache(mostBytes)
  const made: string[] = []
  return {
    made,
    take: (key: string, size = 10) =>
      take(key, async () => {
        made.push(key)
        return { bytes: Buffer.alloc(size), contentType: 'image/png' }
      }),
  }
}

it('makes an image once, also for those who ask while it is being made', async () => {
  const { made, take } = createCounting(100)
  await Promise.all([take('a'), take('a'), take('a')])
  await take('a')
  expect(made).toEqual(['a'])
})

it('forgets what nobody asked for the longest time', async () => {
  const { made, take } = createCounting(30)
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await take(key)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
})

it('does not keep what is larger than all of it', async () => {
  const { made, take } = createCounting(30)
  await take('a')
  await take('large', 31)
  await take('large', 31)
  await take('a')
  expect(made).toEqual(['a', 'large', 'large'])
})

it('makes anew what could not be made', async () => {
  const take = createImageCache(100)
  await expect(take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const made = { bytes: Buffer.alloc(1), contentType: 'image/png' }
  expect(await take('a', async () => made)).toBe(made)
})
