import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const mark = fileURLToPath(new URL('../components/icons/product-mark.svg', import.meta.url))

/** Links to the icons of Sanity's that every built Studio brings along. */
const otherIcons = /<link [^>]*rel="(icon|apple-touch-icon|manifest)"[^>]*>/g

/** Puts the product's icon in place of Sanity's in the page of a built Studio. */
export async function finishStudio(folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = await readFile(page, 'utf8')
  const icon = '<link href="/static/favicon.svg" rel="icon" type="image/svg+xml"/></head>'
  await writeFile(page, html.replace(otherIcons, '').replace('</head>', icon))
  await copyFile(mark, join(folder, 'static', 'favicon.svg'))
}
