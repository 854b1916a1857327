declare namespace App {
  type Content = import('./lib/content.ts').Content // oxlint-disable-line consistent-type-imports -- An import statement would make this file a module, whose names are its own.

  interface Locals {
    /** What the page is made of. The publisher hands it over; the development server opens its own. */
    content: Content
    /** What it is written in. The publisher says; the development server goes by the reader's cookie. */
    language: import('#domain/language.ts').Language // oxlint-disable-line consistent-type-imports -- As above.
    /** What its reader can choose. */
    languages: ReadonlyArray<import('#domain/language.ts').Language> // oxlint-disable-line consistent-type-imports -- As above.
    /** The record that the page shows, where it is rendered with one. */
    view?: import('#domain/page-view.ts').PageView | undefined // oxlint-disable-line consistent-type-imports -- As above.
    /** The present month in San Francisco, `YYYY-MM`. A page that asks for it is rendered anew in the next. */
    readMonth: () => string
    /** Why the page could not be made. */
    fault?: unknown
  }
}
