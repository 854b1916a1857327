import type { ListingLocation } from '#domain/catalogue.ts'
import type { Fill } from '../publisher/fill-shell.ts'

/** The post form with the reader's city chosen, for a browser without scripts; with them the island chooses it. */
export function fillPost(siteUrl: string, city: ListingLocation): Fill {
  return {
    status: 200,
    head: { canonical: `${siteUrl}/post` },
    words: (form) =>
      form
        .replaceAll(/( value="(?:SF|NYC)") selected(?:="")?/g, '$1')
        .replace(` value="${city}"`, ` value="${city}" selected`),
  }
}
