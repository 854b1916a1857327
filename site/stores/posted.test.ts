import { afterEach, expect, it, vi } from 'vitest'
import type { ManagedListing } from '#domain/listings/listing.ts'
import type { Withheld } from '#domain/moderation/desk.ts'
import { flashPostedListing, takePostedListing } from './posted.ts'
import { $toast } from './toast.ts'

const manageKey = { id: '3f0e9c1a-0000-4000-8000-000000000001', token: 'a'.repeat(43), title: 'A desk' }
const held: Withheld = {
  state: 'held',
  by: 'filter',
  reason: null,
  withheldAt: '',
  showAt: null,
  dispute: null,
}
const showAt = '2026-11-26T10:15:00.000Z'

afterEach(() => {
  vi.unstubAllGlobals()
  $toast.set(undefined)
})

it.each<[Withheld | undefined, string, string]>([
  [undefined, 'Success!', 'Your listing has been posted.'],
  [
    { ...held, showAt },
    'Waiting for review',
    'We check some listings first. Yours will be shown by Thu, Nov 26, 2026, 2:15 AM PST at the latest.',
  ],
  [
    { ...held, by: 'limit', showAt },
    'Waiting for review',
    'We check some listings first. Yours will be shown by Thu, Nov 26, 2026, 2:15 AM PST at the latest.',
  ],
  [held, 'Waiting for review', 'We check some listings first. A person reads yours before it is shown.'],
])('says without storage too what becomes of a listing (withheld: %j)', (withheld, title, description) => {
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('localStorage', undefined)
  const url = new URL(flashPostedListing({ ...manageKey, isKept: false, withheld }), 'http://site.test')
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('history', { state: null, replaceState })
  vi.stubGlobal('window', { location: url })
  expect(takePostedListing()).toEqual({ ...manageKey, title: '', isKept: false, withheld })
  expect($toast.get()).toMatchObject({ title, description })
  expect(replaceState).toHaveBeenCalledWith(null, '', '/')
})

it.each([
  [undefined, 'SF', '/'],
  [undefined, 'NYC', '/?city=NYC'],
  ['NYC', 'NYC', '/'],
  ['NYC', 'SF', '/?city=SF'],
  ['both', 'NYC', '/'],
])('with %s chosen, a listing in %s leads to %s', (chosen, location, path) => {
  vi.stubGlobal('sessionStorage', { setItem: () => {} })
  vi.stubGlobal('localStorage', { getItem: () => chosen ?? null })
  const listing = { ...manageKey, location } as Partial<ManagedListing> as ManagedListing
  expect(flashPostedListing({ ...manageKey, isKept: true, listing })).toBe(path)
})
