import { messages } from '#domain/language.ts'
import { isManageKey, type ManageKey } from '../lib/listings/manage-keys.ts'
import { flashToast, showToast, type Toast } from './toast.ts'

/** `isHeld`: a moderator looks at the listing before it is shown. */
export type Posted = ManageKey & { isKept: boolean; isHeld: boolean }

function describeSuccess({ isHeld }: Posted): Toast {
  const { posted, postedText, held, heldText } = messages().toast
  if (isHeld) return { title: held, description: heldText, variant: 'default' }
  return { title: posted, description: postedText, variant: 'default' }
}

const storageKey = 'posted'
const fragment = '#posted='
const heldMark = 'held'

/** Returns the URL to go to. Without storage, its fragment, which servers never see, has the token. */
export function leavePosted(posted: Posted): string {
  flashToast(describeSuccess(posted))
  return `/${handOverPosted(posted)}`
}

export function handOverPosted(posted: Posted): string {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(posted))
    return ''
  } catch {
    return fragment + [posted.id, posted.token, ...(posted.isHeld ? [heldMark] : [])].join('.')
  }
}

/** Returns the posted listing once: removes it from storage or from the URL's fragment. */
export function takePosted(): Posted | undefined {
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

function takeStored(): Posted | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as unknown
    sessionStorage.removeItem(storageKey)
    return isManageKey(stored) ? { isKept: false, isHeld: false, ...stored } : undefined
  } catch {
    return undefined
  }
}
