import { messages } from '#domain/language.ts'
import { isManageKey, type ManageKey } from '../lib/listings/manage-keys.ts'
import { flashToast, showToast, type Toast } from './toast.ts'

/** `isHeld`: a moderator looks at the listing before it is shown. */
export type PostedManageKey = ManageKey & { isKept: boolean; isHeld: boolean }

function describeSuccess({ isHeld }: PostedManageKey): Toast {
  const { posted, postedText, held, heldText } = messages().toast
  if (isHeld) return { title: held, description: heldText, variant: 'default' }
  return { title: posted, description: postedText, variant: 'default' }
}

const storageKey = 'posted'
const fragment = '#posted='
const heldMark = 'held'

/** Returns the URL to go to. Without storage, its fragment, which servers never see, has the token. */
export function flashPostedListing(posted: PostedManageKey): string {
  flashToast(describeSuccess(posted))
  return `/${storePostedListing(posted)}`
}

export function storePostedListing(posted: PostedManageKey): string {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(posted))
    return ''
  } catch {
    return fragment + [posted.id, posted.token, ...(posted.isHeld ? [heldMark] : [])].join('.')
  }
}

/** Returns the posted listing once: removes it from storage or from the URL's fragment. */
export function takePostedListing(): PostedManageKey | undefined {
  const { hash, pathname, search } = window.location
  if (hash.startsWith(fragment)) {
    history.replaceState(history.state, '', pathname + search)
    const [id, token, mark] = hash.slice(fragment.length).split('.')
    const posted = { id, token, title: '', isKept: false, isHeld: mark === heldMark }
    if (!isManageKey(posted)) return undefined
    showToast(describeSuccess(posted))
    return posted
  }
  return takeStored()
}

function takeStored(): PostedManageKey | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as unknown
    sessionStorage.removeItem(storageKey)
    return isManageKey(stored) ? { isKept: false, isHeld: false, ...stored } : undefined
  } catch {
    return undefined
  }
}
