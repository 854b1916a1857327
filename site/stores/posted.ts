import { fill, linkTo, messages } from '#domain/language.ts'
import { defaultLocation } from '#domain/listings/catalogue.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import type { Withheld } from '#domain/moderation/desk.ts'
import { formatShortDateAndTime } from '#domain/pacific.ts'
import { findChosenCity, withCity } from '../lib/listings/city.ts'
import { isManageKey, type ManageKey } from '../lib/listings/manage-keys.ts'
import { readStored, writeStored } from '../lib/page/storage.ts'
import { flashToast, showToast, type Toast } from './toast.ts'

export type PostedManageKey = ManageKey & {
  isKept: boolean
  /** Why visitors do not see the listing yet. */
  withheld?: Withheld | undefined
  /** Undefined without storage. */
  listing?: ManagedListing | undefined
}

function describeSuccess({ withheld }: PostedManageKey): Toast {
  const { posted, postedText, held, heldText, heldForPerson } = messages().toast
  if (!withheld) return { title: posted, description: postedText, variant: 'default' }
  const { showAt } = withheld
  const description =
    showAt === null ? heldForPerson : fill(heldText, { time: formatShortDateAndTime(showAt) })
  return { title: held, description, variant: 'default' }
}

const storageKey = 'posted'
const fragment = '#posted='

/** Returns the URL to go to: the home page, in a city whose lists have the listing. Without storage, its fragment, which servers never see, has the token. */
export function flashPostedListing(posted: PostedManageKey): string {
  flashToast(describeSuccess(posted))
  const shown = findChosenCity('') ?? defaultLocation
  const location = posted.listing?.location === 'NYC' ? 'NYC' : defaultLocation
  const path = shown === 'both' || shown === location ? linkTo('/') : withCity('/', location)
  return path + storePostedListing(posted)
}

export function storePostedListing(posted: PostedManageKey): string {
  if (writeStored('sessionStorage', storageKey, posted)) return ''
  const { id, token, withheld } = posted
  const held = withheld ? [withheld.by, withheld.showAt === null ? '' : Date.parse(withheld.showAt)] : []
  return fragment + [id, token, ...held].join('.')
}

/** Returns the posted listing once: removes it from storage or from the URL's fragment. */
export function takePostedListing(): PostedManageKey | undefined {
  const { hash, pathname, search } = window.location
  if (hash.startsWith(fragment)) {
    history.replaceState(history.state, '', pathname + search)
    const [id, token, by, showAt] = hash.slice(fragment.length).split('.')
    const posted = { id, token, title: '', isKept: false, withheld: readHeld(by, showAt) }
    if (!isManageKey(posted)) return undefined
    showToast(describeSuccess(posted))
    return posted
  }
  const stored = readStored('sessionStorage', storageKey)
  writeStored('sessionStorage', storageKey, undefined)
  return isManageKey(stored) ? { isKept: false, ...stored } : undefined
}

function readHeld(by: string | undefined, showAt = ''): Withheld | undefined {
  if (by !== 'filter' && by !== 'limit') return undefined
  const time = new Date(Number(showAt))
  return {
    state: 'held',
    by,
    reason: null,
    withheldAt: '',
    showAt: showAt === '' || Number.isNaN(time.getTime()) ? null : time.toISOString(),
    dispute: null,
  }
}
