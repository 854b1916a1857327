import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { hashOf } from '../../answers/prepared-answer.ts'
import { createRelease } from '../releases/release.ts'
import { compressAssets, readCompressed } from './compressed.ts'

const script = Buffer.from('/* a script */'.repeat(50))
const icon = Buffer.from('<svg/>')

it('keeps compressed what becomes smaller, and nothing is compressed again that is known', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'founderlist-compressed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'client/_astro'), { recursive: true })
  await writeFile(join(folder, 'client/_astro/a.js'), script)
  await writeFile(join(folder, 'client/favicon.svg'), icon)
  await compressAssets(folder)
  const assets = new Map([
    ['_astro/a.js', script],
    ['favicon.svg', icon],
  ])
  const known = await readCompressed(folder, assets)
  expect([...known.keys()]).toEqual([hashOf(script)])
  const answer = createRelease('1', { files: assets }, { known }).files.get('_astro/a.js')
  expect(answer?.br?.body).toBe(known.get(hashOf(script))?.br)
  expect(brotliDecompressSync(answer?.br?.body ?? '')).toEqual(script)
})
