import { messages } from '#domain/language.ts'
import { isManageKey, type ManageKey } from '../lib/listings/manage-keys.ts'
import { flashToast, showToast, type Toast } from './toast.ts'

export type Posted = ManageKey & { isKept: boolean }

function describeSuccess(isHeld = false): Toast {
  const { posted, postedText, held, heldText } = messages().toast
  if (isHeld) return { title: held, description: heldText, variant: 'default' }
  return { title: posted, description: postedText, variant: 'default' }
}

const storageKey = 'posted'
const fragment = '#posted='

/** Returns the URL to go to. Without storage, its fragment, which servers never see, has the token. */
export function leavePosted(posted: Posted, isHeld: boolean): string {
  flashToast(describeSuccess(isHeld))
  return `/${handOverPosted(posted)}`
}

export function handOverPosted(posted: Posted): string {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(posted))
    return ''
  } catch {
    return `${fragment}${posted.id}.${posted.token}`
  }
}

/** Returns the posted listing once: removes it from storage or from the URL's fragment. */
export function takePosted(): Posted | undefined {
  const { hash, pathname, search } = window.location
  if (hash.startsWith(fragment)) {
    history.replaceState(history.state, '', pathname + search)
    showToast(describeSuccess())
    const [id, token] = hash.slice(fragment.length).split('.')
    const posted = { id, token, title: '', isKept: false }
    return isManageKey(posted) ? posted : undefined
  }
  return takeStored()
}

function takeStored(): Posted | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as unknown
    sessionStorage.removeItem(storageKey)
    return isManageKey(stored) ? { isKept: false, ...stored } : undefined
  } catch {
    return undefined
  }
}
