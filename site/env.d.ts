declare namespace App {
  type Content = import('./lib/content/content.ts').Content // oxlint-disable-line consistent-type-imports -- An import statement would make this file a module, and its types would no longer be global.

  interface Locals {
    content: Content
    language: import('#domain/language.ts').Language // oxlint-disable-line consistent-type-imports -- As above.
    view?: import('#domain/pages/page-view.ts').PageView | undefined // oxlint-disable-line consistent-type-imports -- As above.
    /** `YYYY-MM` in San Francisco. A page that calls it is rendered again when the month ends. */
    readMonth: () => string
    /** Whether a Pacific day is over. A page that calls it is rendered again when the answer changes. */
    isPast: (day: string) => boolean
    fault?: unknown
  }
}
