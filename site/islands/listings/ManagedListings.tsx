import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { fill, messages } from '#domain/language.ts'
import { FaultAlert } from '../../components/Field.tsx'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { $areKeysStored, $manageKeys, removeManageKey } from '../../stores/manage-keys.ts'
import {
  $managedListings,
  describeState,
  loadManagedListing,
  loadManagedListings,
  titleOf,
  type ManagedState,
  showStatus,
} from '../../stores/managed-listings.ts'
import { ManagedListing, StatusMessage } from './ManagedListing.tsx'
import { Transfer } from './Transfer.tsx'

function ManagedListings() {
  const manageKeys = useStore($manageKeys)
  const isRemembering = useStore($areKeysStored)
  const top = useRef<HTMLDivElement>(null)
  // The focused element is removed with its row.
  const focusTop = () => top.current?.focus()
  return (
    <div ref={top} tabIndex={-1} className="my-listings">
      {!isRemembering && <p className="notice">{messages().managed.notRemembered}</p>}
      {manageKeys.length === 0 && (
        <p>
          {messages().managed.none} <a href="/post">{messages().managed.post}</a>
        </p>
      )}
      {manageKeys.length > 0 && (
        <ul className="listings">
          {manageKeys.map((each: ManageKey) => (
            <ManagedListingItem key={each.token} manageKey={each} onGone={focusTop} />
          ))}
        </ul>
      )}
      <StatusMessage />
      <Transfer manageKeys={manageKeys} />
    </div>
  )
}

function ManagedListingItem({ manageKey, onGone }: { manageKey: ManageKey; onGone: () => void }) {
  const state = useStore($managedListings, { keys: [manageKey.token] })[manageKey.token]
  const name = useRef<HTMLAnchorElement>(null)
  const nameId = useId()

  const { id, token } = manageKey
  useEffect(() => void loadManagedListing({ id, token }), [id, token])

  /** On success, the focused button is gone. */
  async function retry() {
    if ((await loadManagedListing(manageKey)).status !== 'failed') name.current?.focus()
  }

  function forgetIt() {
    const forgotten = titleOf(manageKey)
    removeManageKey(manageKey)
    showStatus(fill(messages().managed.forgotten, { title: forgotten }))
    onGone()
  }

  return (
    <li>
      <p className="row-head">
        <a ref={name} id={nameId} href={`/listing/${manageKey.id}`} dir="auto">
          {titleOf(manageKey)}
        </a>{' '}
        <span className="quiet">{describe(state)}</span>
      </p>
      {state?.status === 'loaded' && (
        <ManagedListing
          manageKey={manageKey}
          listing={state.listing}
          labelledBy={nameId}
          onRemove={onGone}
          onMissing={() => name.current?.focus()}
        />
      )}
      {(state?.status === 'missing' || state?.status === 'refused') && (
        <div role="group" aria-labelledby={nameId} className="actions">
          <button type="button" className="plain" onClick={forgetIt}>
            {messages().managed.forget}
          </button>
        </div>
      )}
      {state?.status === 'failed' && (
        <>
          <FaultAlert message={state.message} />
          <div role="group" aria-labelledby={nameId} className="actions">
            <button type="button" className="plain" onClick={() => void retry()}>
              {messages().managed.retry}
            </button>
          </div>
        </>
      )}
    </li>
  )
}

function describe(state: ManagedState | undefined): string {
  switch (state?.status) {
    case 'loaded':
      return `(${state.listing.location}) ${describeState(state.listing)}`
    case 'missing':
      return messages().managed.missing
    case 'refused':
      return messages().managed.refused
    case 'failed':
      return ''
    default:
      return messages().managed.loadingOne
  }
}

export function mountManagedListings(mountPoint: Element): () => void {
  createRoot(mountPoint).render(<ManagedListings />)
  return loadManagedListings
}
