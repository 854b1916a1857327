import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProductIcon } from './ProductIcon.tsx'

/** The shapes and colours of an SVG. */
function shapesOf(svg: string): string[] {
  return svg.match(/ (d|fill|rx|viewBox)="[^"]+"/g) ?? []
}

test('the Studio’s icon, its favicon and the site’s favicon are the same', () => {
  const [tab, site] = ['product-mark.svg', '../../../site/public/favicon.svg'].map((name) =>
    shapesOf(readFileSync(new URL(name, import.meta.url), 'utf8')),
  )
  const icon = shapesOf(renderToStaticMarkup(createElement(ProductIcon)))
  expect(icon.toSorted()).toEqual(site?.toSorted())
  expect(tab).toEqual(site)
  expect(icon).toHaveLength(5)
})
