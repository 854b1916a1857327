import { feedPaths } from '#domain/feeds.ts'
import { escapeHtml } from '#domain/pages/page-head.ts'

/** How many events the list in a frame has, by `?limit=`. */
export const embedLimits = { usual: 10, most: 50 } as const

/** Gives the frames of a page the height of their lists. */
export const embedScriptPath = '/embed.js'

export const embedThemes = ['light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/** Anything but a number from 1 on is ignored. */
export function readEmbedLimit(text: string | null): number {
  if (text === null || !/^[1-9]\d{0,4}$/.test(text)) return embedLimits.usual
  return Math.min(Number(text), embedLimits.most)
}

export function readEmbedTheme(text: string | null): EmbedTheme | undefined {
  return embedThemes.find((theme) => theme === text)
}

/** What another site pastes. `origin` is that of the site, `query` has the filters of the page. */
export function writeEmbedCode({
  origin,
  query,
  title,
}: {
  origin: string
  query: string
  title: string
}): string {
  const attributes = {
    src: origin + feedPaths.embed(query),
    title,
    width: '100%',
    height: '600',
    style: 'border: 0',
    loading: 'lazy',
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return [
    `<iframe${written.join('')}></iframe>`,
    `<script src="${escapeHtml(origin + embedScriptPath)}" async></script>`,
  ].join('\n')
}
