import { createHash } from 'node:crypto'
import * as z from 'zod'
import { jsonText } from '../http/requests.ts'

const foreignScript = /<script\b[^>]*\bsrc=["']?(?:https?:)?\/\/[^>]*>\s*<\/script>/gi
const foreignLink = /<link\b[^>]*\bhref=["']?(?:https?:)?\/\/[^>]*>/gi
const foreignFont = /@font-face\s*\{[^}]*url\(\s*["']?(?:https?:)?\/\/[^}]*\}/gi

/**
 * The built page without scripts and links to other hosts (a bridge to Sanity's dashboard, fonts), and its content
 * security policy: its own origin, its inline scripts, and the origins in the settings.
 */
export function prepareIndexPage(built: string, settings: StudioSettings = {}) {
  const html = removeForeignFonts(built.replaceAll(foreignScript, '').replaceAll(foreignLink, ''))
  return { html, policy: studioPolicy(inlineHashes(html, 'script'), settings) }
}

/** The sources of a content security policy that allow the page's inline scripts or styles. */
export function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'gi')
  const hashOf = (code: string) => createHash('sha256').update(code).digest('base64')
  return [...html.matchAll(inline)].map(([, code = '']) => `'sha256-${hashOf(code)}'`)
}

function studioPolicy(scripts: readonly string[], { connect = [], frame = [] }: StudioSettings): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    // styled-components creates the Studio's styles at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    ...(frame.length > 0 ? [['frame-src', ...frame].join(' ')] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** The policy would block these fonts, with an error in the browser's console. */
export function removeForeignFonts(css: string): string {
  return css.replaceAll(foreignFont, '')
}

const origins = z
  .array(z.string())
  .refine((list) => list.every((text) => /^https?:/.test(text) && URL.parse(text)?.origin === text))
  .optional()

/**
 * Settings that the lake passes on to the Studio. The lake itself reads only `connect` and `frame`: the origins that the
 * Studio may fetch from and show in a frame.
 */
export const studioSettingsSchema = jsonText.pipe(z.looseObject({ connect: origins, frame: origins }))

type StudioSettings = z.output<typeof studioSettingsSchema>
