import { useSyncExternalStore } from 'react'

/** False in the HTML that was rendered ahead and at hydration, true from then on. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, onServer)
}

const neverChanges = () => () => {}
const inBrowser = () => true
const onServer = () => false
