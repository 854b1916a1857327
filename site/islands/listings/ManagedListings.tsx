import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { fill, linkTo, messages } from '#domain/language.ts'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { $areKeysStored, $manageKeys, removeManageKey } from '../../stores/manage-keys.ts'
import {
  $managedListings,
  describeManaged,
  loadManagedListing,
  loadManagedListings,
  titleOf,
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
          {messages().managed.none} <a href={linkTo('/post')}>{messages().managed.post}</a>
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

  function forgetIt() {
    const forgotten = titleOf(manageKey)
    removeManageKey(manageKey)
    showStatus(fill(messages().managed.forgotten, { title: forgotten }))
    onGone()
  }

  return (
    <li>
      <p className="row-head">
        <a ref={name} id={nameId} href={linkTo(`/listing/${manageKey.id}`)} dir="auto">
          {titleOf(manageKey)}
        </a>{' '}
        <span className="quiet">
          {state?.status === 'loaded' && `(${state.listing.location}) `}
          {describeManaged(state)}
        </span>
      </p>
      <ManagedListing
        manageKey={manageKey}
        labelledBy={nameId}
        load={loadManagedListing}
        onRemove={onGone}
        onLoseFocus={() => name.current?.focus()}
        onForget={forgetIt}
      />
    </li>
  )
}

export function mountManagedListings(mountPoint: Element): () => void {
  createRoot(mountPoint).render(<ManagedListings />)
  return loadManagedListings
}
