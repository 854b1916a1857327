declare namespace App {
  type Content = import('./lib/content/content.ts').Content // oxlint-disable-line consistent-type-imports -- An import statement would make this file a module, whose names are its own.

  interface Locals {
    content: Content
    language: import('#domain/language.ts').Language // oxlint-disable-line consistent-type-imports -- As above.
    languages: ReadonlyArray<import('#domain/language.ts').Language> // oxlint-disable-line consistent-type-imports -- As above.
    view?: import('#domain/pages/page-view.ts').PageView | undefined // oxlint-disable-line consistent-type-imports -- As above.
    /** `YYYY-MM` in San Francisco. A page that asks for it is rendered anew in the next month. */
    readMonth: () => string
    fault?: unknown
  }
}
