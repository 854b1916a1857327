import { useSyncExternalStore } from 'react'

/** False on the server and at hydration. */
export function useIsScripted(): boolean {
  return useSyncExternalStore(neverChanges, inBrowser, onServer)
}

const neverChanges = () => () => {}
const inBrowser = () => true
const onServer = () => false
