import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef } from 'react'
import { fill, words } from '#domain/language.ts'
import type { KeptListing } from '../lib/kept-listings.ts'
import { forget } from '../stores/my-listings.ts'
import { $own, describeExpiry, load, nameOf, type OwnState, say } from '../stores/own-listings.ts'
import { OwnListing } from './OwnListing.tsx'

type MyListingProps = { kept: KeptListing; onGone: () => void }

export function MyListing({ kept, onGone }: MyListingProps) {
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
          <p role="alert" className="fault">
            {state.message}
          </p>
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
