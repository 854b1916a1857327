import type { Listing } from '#domain/listing.ts'
import type { Answer } from '../lib/api.ts'
import { $pathKey } from './path.ts'
import { createReadStore } from './query.ts'

/** The listing that the page's path names. */
export const $listing = createReadStore<Answer<Listing>, Error>(['/api/listings', $pathKey])
