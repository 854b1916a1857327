import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { makeFolder } from '../test-support/start-lake.ts'
import { openStudioFiles } from './files.ts'

it('compresses a file anew that could not be read once', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, 'static'))
  await writeFile(join(folder, 'index.html'), '<p>Studio')
  await writeFile(join(folder, 'static/a.js'), 'code')
  const files = openStudioFiles(folder)
  await files.read('index.html')
  await rename(join(folder, 'static/a.js'), join(folder, 'a.js'))
  await expect(files.read('static/a.js', 'gzip')).rejects.toThrow(/ENOENT/)
  await rename(join(folder, 'a.js'), join(folder, 'static/a.js'))
  const bytes = await files.read('static/a.js', 'gzip')
  expect(String(gunzipSync(bytes ?? Buffer.alloc(0)))).toBe('code')
})
