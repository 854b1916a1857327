import { expect, it } from 'vitest'
import { readImagePaths } from './page-images.ts'
import { scanElements } from './scan-elements.ts'

it('finds every size of every content image, each once', () => {
  const html = `<picture><source srcset="/images/a/full-320.webp 320w, /images/a/1,2,3,4-640.webp 640w">
    <img src="/images/a/full-320.webp" alt=""></picture><img src="/images/b/full-80.webp" alt="">`
  expect(readImagePaths(scanElements(html))).toEqual([
    '/images/a/full-320.webp',
    '/images/a/1,2,3,4-640.webp',
    '/images/b/full-80.webp',
  ])
})

it('skips other images, and text that only looks like an image', () => {
  const html = `<img src="https://example.org/images/a.webp" alt=""><img src="/favicon.svg" alt="">
    <p>&lt;img src="/images/c.webp"&gt;</p><!-- <img src="/images/d.webp"> --><a href="/images/e.webp">x</a>`
  expect(readImagePaths(scanElements(html))).toEqual([])
})
