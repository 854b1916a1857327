import type { ClientDirective } from 'astro'
import { afterPaint } from './after-paint.ts'

declare module 'astro' {
  interface AstroClientDirectives {
    /** An island that begins to load after the first paint. */
    'client:afterpaint'?: boolean
  }
}

const afterPaintDirective: ClientDirective = (load) =>
  afterPaint(() => void load().then((hydrate) => hydrate()))

export default afterPaintDirective // oxlint-disable-line no-default-export -- Astro requires it.
