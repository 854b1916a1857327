import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { fill, words } from '#domain/language.ts'
import { Refusal } from '../../components/listings/Refusal.tsx'
import type { KeptListing } from '../../lib/listings/kept-listings.ts'
import { $isRemembering, $kept, forget } from '../../stores/my-listings.ts'
import { $own, describeExpiry, load, loadAll, nameOf, type OwnState, say } from '../../stores/own-listings.ts'
import { Said } from '../Said.tsx'
import { OwnListing } from './OwnListing.tsx'
import { Transfer } from './Transfer.tsx'

export function MyListings() {
  const kept = useStore($kept)
  const isRemembering = useStore($isRemembering)
  const top = useRef<HTMLDivElement>(null)
  // What had the focus is gone with its row.
  const focusTop = () => top.current?.focus()
  return (
    <div ref={top} tabIndex={-1} className="my-listings">
      {!isRemembering && <p className="notice">{words().own.notRemembered}</p>}
      {kept.length === 0 && (
        <p>
          {words().own.none} <a href="/post">{words().own.post}</a>
        </p>
      )}
      {kept.length > 0 && (
        <ul className="listings">
          {kept.map((each: KeptListing) => (
            <MyListing key={each.token} kept={each} onGone={focusTop} />
          ))}
        </ul>
      )}
      <Said />
      <Transfer kept={kept} />
    </div>
  )
}

function MyListing({ kept, onGone }: { kept: KeptListing; onGone: () => void }) {
  const state = useStore($own, { keys: [kept.token] })[kept.token]
  const name = useRef<HTMLAnchorElement>(null)
  const nameId = useId()

  const { id, token } = kept
  useEffect(() => void load({ id, token }), [id, token])

  /** On success the button, which had the focus, is gone. */
  async function retry() {
    if ((await load(kept)).is !== 'failed') name.current?.focus()
  }

  function forgetIt() {
    const forgotten = nameOf(kept)
    forget(kept)
    say(fill(words().own.forgotten, { title: forgotten }))
    onGone()
  }

  return (
    <li>
      <p className="row-head">
        <a ref={name} id={nameId} href={`/listing/${kept.id}`} dir="auto">
          {nameOf(kept)}
        </a>{' '}
        <span className="quiet">{describe(state)}</span>
      </p>
      {state?.is === 'there' && (
        <OwnListing
          kept={kept}
          listing={state.listing}
          labelledBy={nameId}
          onRemove={onGone}
          onMissing={() => name.current?.focus()}
        />
      )}
      {(state?.is === 'missing' || state?.is === 'refused') && (
        <div role="group" aria-labelledby={nameId} className="actions">
          <button type="button" className="plain" onClick={forgetIt}>
            {words().own.forget}
          </button>
        </div>
      )}
      {state?.is === 'failed' && (
        <>
          <Refusal message={state.message} />
          <div role="group" aria-labelledby={nameId} className="actions">
            <button type="button" className="plain" onClick={() => void retry()}>
              {words().own.retry}
            </button>
          </div>
        </>
      )}
    </li>
  )
}

function describe(state: OwnState | undefined): string {
  switch (state?.is) {
    case 'there':
      return `(${state.listing.location}) ${describeExpiry(state.listing)}`
    case 'missing':
      return words().own.missing
    case 'refused':
      return words().own.refused
    case 'failed':
      return ''
    default:
      return words().own.loadingOne
  }
}

export function mountMyListings(place: Element): () => void {
  createRoot(place).render(<MyListings />)
  return loadAll
}
