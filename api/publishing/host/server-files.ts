import { createHash } from 'node:crypto'
import { searchDescription } from '#domain/pages/page-head.ts'
import { embedScriptPath } from '#domain/events/embed.ts'
import { type Language, languages, linkTo } from '#domain/language.ts'
import { localizedFolders, staticPages } from '#domain/pages/pages.ts'
import { isCompressible } from '../../answers/prepared-answer.ts'
import { finalHeaders, securityHeaders } from '../../http/security-headers.ts'
import { fileIn, localPages } from '../pages.ts'
import { headersOf } from '../releases/release.ts'
import { isCompressedCopy } from '../releases/compressed-copies.ts'
import type { ReleaseFiles, RenderedRelease } from '../render.ts'

/**
 * How to answer the `path`, or those that match `pattern`: with `file`, by default that of the path. `hashed` are all
 * paths of a pattern whose files never change. With `known`: the not-found page of the language, for all paths whose
 * first part is none of these names.
 */
type FolderRule = { pattern: string; hashed: string[] }
type Rule = { file?: string; headers: Record<string, string> } & (
  { path: string } | FolderRule | { language: Language; known: string[] }
)

/**
 * What docs/operations/nginx.conf and docs/operations/Caddyfile include: how to answer from the release's folder as the server
 * does, and with which headers. The hash in the name tells a web server whether it has read the settings of the release that it serves: if
 * not, it passes everything on. Only another version of the code changes them, or the end of a fault for which a page
 * of an earlier version was kept.
 */
export function writeServerFiles(
  release: Pick<RenderedRelease, 'files' | 'pages'>,
  { overTls }: { overTls: boolean },
): ReleaseFiles {
  const rules = listRules(release, overTls)
  const written = [
    ['nginx', writeNginx],
    ['caddy', writeCaddy],
  ] as const
  return new Map(
    written.map(([name, write]) => {
      const hash = createHash('sha256').update(write(rules, '')).digest('hex').slice(0, 12)
      const file = `${name}-${hash}.conf`
      return [file, Buffer.from(write(rules, file))]
    }),
  )
}

/** First parts of the paths without a language that the server answers. */
const otherNames = [
  'api',
  'card',
  'images',
  '_astro',
  'sitemap',
  'sitemap.xml',
  'robots.txt',
  'llms.txt',
  ...[searchDescription, embedScriptPath].map((path) => path.slice(1)),
]

/** Images come and go with publishes, so their only type is named here (#domain/content/image-path.ts). */
const imageSample = 'images/x.webp'

function listRules({ files, pages }: Pick<RenderedRelease, 'files' | 'pages'>, overTls: boolean): Rule[] {
  const security = securityHeaders({ overTls })
  const readHeaders = (file: string) => {
    const own = headersOf(file, files.get(file), pages.get(file as 'index.html')?.inline)
    if (isCompressible(own['Content-Type'] ?? '')) own['Vary'] = 'Accept-Encoding'
    return finalHeaders(`/${file}`, own, security)
  }
  const rules: Rule[] = localPages
    .filter((page) => staticPages.some(({ file }) => file === page.file))
    .map(({ path, language, localFile }) => ({
      path: linkTo(path, language),
      file: localFile,
      headers: readHeaders(localFile),
    }))
  const folders = new Map<string, Rule & FolderRule>()
  for (const file of [...files.keys(), imageSample]) {
    if (isCompressedCopy(file) || file.endsWith('.html')) continue
    const [, folder, ending = ''] = /^(\w+)\/.*\.(\w+)$/.exec(file) ?? []
    if (folder === undefined) {
      rules.push({ path: `/${file}`, headers: readHeaders(file) })
      continue
    }
    const pattern = `^/${folder}/.+\\.${ending}$`
    const rule = folders.get(pattern) ?? { pattern, hashed: [], headers: readHeaders(file) }
    if (folder === '_astro') rule.hashed.push(`/${file}`)
    folders.set(pattern, rule)
  }
  const missing = languages.map((language): Rule => {
    const prefixed = language === 'en' ? [...languages, ...otherNames, ...rules.flatMap(namesOf)] : []
    const known = [...new Set([...localizedFolders, ...prefixed])].filter(
      (name) => name !== '' && name !== 'en',
    )
    const file = fileIn(language, '404.html')
    return { language, known, file, headers: readHeaders(file) }
  })
  return [...rules, ...folders.values(), ...missing]
}

function namesOf(rule: Rule): string[] {
  return 'path' in rule && !rule.file ? [rule.path.slice(1)] : []
}

function inLanguage(language: Language): string {
  return linkTo('/', language).replace(/\/$/, '')
}

function anyOf(names: readonly string[]): string {
  return `(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})(?:/|$)`
}

const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`

/**
 * `$release` is the folder, or none (docs/operations/nginx.conf); `@node` passes a request on. Hashed files are the same
 * in any release, so they need no pattern, no `$release` and no `try_files`: nginx answers with a seventh less processor time.
 */
function writeNginx(rules: readonly Rule[], name: string): string {
  const blocks = rules.map((rule) => {
    const { 'Content-Type': type = '', ...headers } = rule.headers
    const lines = [
      `types {} default_type ${quote(type)};`,
      ...Object.entries(headers).map(([header, value]) => `add_header ${header} ${quote(value)} always;`),
    ]
    if ('known' in rule) {
      const notFound = `error_page 404 /${rule.file};`
      const pattern = `^${inLanguage(rule.language)}/(?!${anyOf(rule.known)}).*[^/]$`
      const answer = [
        notFound,
        'error_page 418 = @node;',
        'if ($release = /dev/null) { return 418; }',
        'return 404;',
      ]
      return (
        formatBlock(`location = /${rule.file}`, ['internal;', 'root $release;', notFound, ...lines]) +
        formatBlock(`location ~ ${pattern}`, answer)
      )
    }
    if ('hashed' in rule && rule.hashed.length > 0) {
      lines.push('error_page 404 405 = @node;', 'log_not_found off;')
      return rule.hashed.map((path) => formatBlock(`location = ${path}`, lines)).join('')
    }
    lines.push('root $release;', 'error_page 405 = @node;')
    lines.push(`try_files ${rule.file ? `/${rule.file}` : '$uri'} @node;`)
    const place = 'path' in rule ? `= ${rule.path}` : `~ ${rule.pattern}`
    return formatBlock(`location ${place}`, lines)
  })
  return `if (!-f $release/${name}) { set $release /dev/null; }\n${blocks.join('')}`
}

/** Requests that no block answers go on to the `reverse_proxy` of docs/operations/Caddyfile. Only patterns respect case. */
function writeCaddy(rules: readonly Rule[], name: string): string {
  const blocks = rules.flatMap((rule, index) => {
    const matcher = `@${index}`
    const pattern =
      'path' in rule ? `^${rule.path.replaceAll('.', '\\.')}$` : 'pattern' in rule ? rule.pattern : ''
    const isMissing = 'known' in rule
    const prefix = isMissing ? inLanguage(rule.language) : ''
    const when = isMissing
      ? [`path_regexp ^${prefix}/.*[^/]$`, `not path_regexp ^${prefix}/${anyOf(rule.known)}`]
      : [`path_regexp ${pattern}`, ...(rule.file ? [] : ['file'])]
    const headers = Object.entries(rule.headers).map(([header, value]) => `${header} ${quote(value)}`)
    return [
      formatBlock(matcher, when),
      formatBlock(`handle ${matcher}`, [
        `header {\n    ${[...headers, 'defer'].join('\n    ')}\n  }`,
        ...(rule.file ? [`rewrite * /${rule.file}`] : []),
        `file_server {\n    precompressed br gzip${isMissing ? '\n    status 404' : ''}\n  }`,
      ]),
    ]
  })
  return `${formatBlock('@release', ['method GET HEAD', `file /${name}`])}handle @release {\n${blocks.join('')}}\n`
}

function formatBlock(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
}
