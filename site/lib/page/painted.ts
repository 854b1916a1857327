import type { ClientDirective } from 'astro'
import { afterPaint } from './after-paint.ts'

declare module 'astro' {
  interface AstroClientDirectives {
    /** An island that begins to load after the first paint. */
    'client:painted'?: boolean
  }
}

const painted: ClientDirective = (load) => afterPaint(() => void load().then((hydrate) => hydrate()))

export default painted // oxlint-disable-line no-default-export -- Astro requires it.
