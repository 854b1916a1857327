import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { managedNamespaces } from './lib/listings/managed-namespaces.ts'

const site = fileURLToPath(new URL('.', import.meta.url))
const domain = join(site, '../api/domain')

/** Paths of our own modules that a source imports, statically or dynamically. Skips type imports. */
function listImports(source: string, folder: string): string[] {
  const found = source.matchAll(
    /(?:^|\s)(?:import|export)(?!\s+type\b)[^'"()]*['"]([^'"]+)['"]|\bimport\('([^']+)'\)/g,
  )
  return [...found]
    .map(([, name = '', later = '']) => name || later)
    .flatMap((name) => {
      if (name.startsWith('#domain/')) return [join(domain, name.slice('#domain/'.length))]
      return name.startsWith('.') ? [join(folder, name)] : []
    })
    .filter((path) => /\.(ts|tsx|astro)$/.test(path) && existsSync(path))
}

/** The message namespaces that a source uses: `messages().managed.edit`, `const { managed } = messages()`. */
function listNamespaces(source: string): string[] {
  const named = [...source.matchAll(/\bmessages\(\)\.(\w+)/g)].map(([, name = '']) => name)
  const taken = [...source.matchAll(/\{([^{}]*)\} = messages\(\)(?!\.)/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/:.*$/, '')),
  )
  return [...named, ...taken].filter((name) => name !== '')
}

/** The scripts that a browser loads for a page: its islands and the `<script>` elements of its components. */
function listScripts(path: string, seen = new Set<string>()): Array<{ source: string; folder: string }> {
  if (seen.has(path)) return []
  seen.add(path)
  const source = readFileSync(path, 'utf8')
  const folder = dirname(path)
  const scripts = [...source.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  const [, head = ''] = source.split('---\n')
  const imported = listImports(head, folder)
  return [
    ...scripts.map((script) => ({ source: script, folder })),
    ...imported
      .filter((file) => file.includes('/islands/'))
      .map((file) => ({ source: readFileSync(file, 'utf8'), folder: dirname(file) })),
    ...imported.filter((file) => file.endsWith('.astro')).flatMap((file) => listScripts(file, seen)),
  ]
}

/** The namespaces that scripts, and all modules they import, use. */
function collect(scripts: Array<{ source: string; folder: string }>): Set<string> {
  const namespaces = new Set<string>()
  const seen = new Set<string>()
  const waiting = [...scripts]
  for (let script = waiting.pop(); script; script = waiting.pop()) {
    for (const namespace of listNamespaces(script.source)) namespaces.add(namespace)
    for (const path of listImports(script.source, script.folder)) {
      if (seen.has(path)) continue
      seen.add(path)
      waiting.push({ source: readFileSync(path, 'utf8'), folder: dirname(path) })
    }
  }
  return namespaces
}

it('sends with each page the messages that its scripts use, and no others', async () => {
  const pages = (await Array.fromAsync(glob('pages/**/*.astro', { cwd: site }))).toSorted()
  const asked = pages.map((page) => {
    const [, names = ''] = /namespaces=\{(.*?)\}/s.exec(readFileSync(join(site, page), 'utf8')) ?? []
    // A page may have one list with its record and another without it.
    const all: Array<string | undefined> = [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name)
    if (names.includes('...managedNamespaces')) all.push(...managedNamespaces)
    return [page, [...new Set(all)].toSorted()]
  })
  const said = pages.map((page) => [page, [...collect(listScripts(join(site, page)))].toSorted()])
  expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(said))
  expect(said.filter(([, namespaces]) => namespaces?.length).length).toBeGreaterThan(5)
})
