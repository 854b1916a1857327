import type { LakeDocument, Store } from '../store/types.ts'
import { type Perspective, seeOne, seeThrough } from './perspective.ts'
import { View } from './view.ts'

export type Reader = { maySeeDrafts: boolean }

const MOST_KEPT = 8

/** Whether a reader may see a document: without a token only those whose id has no dot, so no drafts or versions. */
export function mayRead(reader: Reader, id: string): boolean {
  return reader.maySeeDrafts || !id.includes('.')
}

/** The views of the current revision of the documents, each made when it is first asked for. */
export class Views {
  readonly #store: Pick<Store, 'all' | 'get' | 'referrers'>
  readonly #views = new Map<string, View>()
  #of: readonly LakeDocument[] = []

  constructor(store: Pick<Store, 'all' | 'get' | 'referrers'>) {
    this.#store = store
  }

  get(perspective: Perspective): View {
    const all = this.#store.all()
    if (all !== this.#of) this.#views.clear()
    this.#of = all
    const key = JSON.stringify(perspective)
    const known = this.#views.get(key)
    if (known) return known
    if (this.#views.size >= MOST_KEPT) this.#views.clear()
    const { get, referrers } = this.#store
    const view = new View(() => seeThrough(perspective, all), {
      find: (id) => seeOne(perspective, id, get),
      referrers,
    })
    this.#views.set(key, view)
    return view
  }
}
