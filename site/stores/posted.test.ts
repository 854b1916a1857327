import { afterEach, expect, it, vi } from 'vitest'
import { flashPostedListing, takePostedListing } from './posted.ts'
import { $toast } from './toast.ts'

const manageKey = { id: '3f0e9c1a-0000-4000-8000-000000000001', token: 'a'.repeat(43), title: 'A desk' }

afterEach(() => {
  vi.unstubAllGlobals()
  $toast.set(undefined)
})

it.each([
  [false, 'Success!'],
  [true, 'Waiting for review'],
])('shows the toast of a listing without storage (held: %s)', (isHeld, title) => {
  vi.stubGlobal('sessionStorage', undefined)
  const url = new URL(flashPostedListing({ ...manageKey, isKept: false, isHeld }), 'http://site.test')
  const replaceState = vi.fn<History['replaceState']>()
  vi.stubGlobal('history', { state: null, replaceState })
  vi.stubGlobal('window', { location: url })
  expect(takePostedListing()).toEqual({ ...manageKey, title: '', isKept: false, isHeld })
  expect($toast.get()).toMatchObject({ title })
  expect(replaceState).toHaveBeenCalledWith(null, '', '/')
})
