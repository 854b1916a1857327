import { feedPaths } from '#domain/feeds.ts'
import { writeAttributes } from '#domain/pages/page-head.ts'

/** Number of events in the embedded list, set by `?limit=`. */
export const embedLimits = { usual: 10, max: 50 } as const

/** Script for embedding pages: resizes each iframe to the height of its list. */
export const embedScriptPath = '/embed.js'

export const embedThemes = ['light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

export function readEmbedLimit(text: string | null): number {
  if (text === null || !/^[1-9]\d{0,4}$/.test(text)) return embedLimits.usual
  return Math.min(Number(text), embedLimits.max)
}

export function readEmbedTheme(text: string | null): EmbedTheme | undefined {
  return embedThemes.find((theme) => theme === text)
}

type EmbedCode = { origin: string; query: string; title: string }

/** HTML to paste into another site. `origin`: this site's origin. `query`: the filters of the page. */
export function writeEmbedCode({ origin, query, title }: EmbedCode): string {
  const frame = {
    src: origin + feedPaths.embed(query),
    title,
    width: '100%',
    height: '600',
    style: 'border: 0',
    loading: 'lazy',
  }
  const script = { src: origin + embedScriptPath }
  return `<iframe${writeAttributes(frame)}></iframe>\n<script${writeAttributes(script)} async></script>`
}
