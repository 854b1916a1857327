import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { words } from '#domain/language.ts'
import type { KeptListing } from '../lib/kept-listings.ts'
import { $isRemembering, $kept } from '../stores/my-listings.ts'
import { MyListing } from './MyListing.tsx'
import { Said } from './Said.tsx'
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
