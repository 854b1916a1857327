import { createHash } from 'node:crypto'
import type { StudioSettings } from './studio-settings.ts'

export type IndexPage = { html: string; policy: string }

const foreignScript = /<script\b[^>]*\bsrc=["']?(?:https?:)?\/\/[^>]*>\s*<\/script>/gi
const foreignLink = /<link\b[^>]*\bhref=["']?(?:https?:)?\/\/[^>]*>/gi
const foreignFont = /@font-face\s*\{[^}]*url\(\s*["']?(?:https?:)?\/\/[^}]*\}/gi
const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi

/**
 * The page of the built Studio without what it would fetch from other hosts (a bridge to Sanity's dashboard, fonts),
 * and the policy under which it runs: its own origin, the inline scripts that it was built with, and the origins that
 * the settings name.
 */
export function prepareIndexPage(built: string, settings: StudioSettings = {}): IndexPage {
  const html = removeForeignFonts(built.replaceAll(foreignScript, '').replaceAll(foreignLink, ''))
  const scripts = [...html.matchAll(inlineScript)].map(([, code = '']) => `'${hashOf(code)}'`)
  return { html, policy: studioPolicy(scripts, settings) }
}

function studioPolicy(scripts: readonly string[], { connect = [], frame = [] }: StudioSettings): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    // The Studio's styles are made while it runs, by styled-components; it does not start without this.
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

/** Styles without the fonts of other hosts, which the page's policy would block with an error in the console. */
export function removeForeignFonts(css: string): string {
  return css.replaceAll(foreignFont, '')
}

function hashOf(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}
