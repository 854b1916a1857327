import { atom, map } from 'nanostores'
import { fill, plural, words } from '#domain/language.ts'
import { countDaysLeft } from '#domain/listings/listing-age.ts'
import type { OwnListing } from '#domain/listings/listing.ts'
import { formatMonthDayYear } from '#domain/pacific.ts'
import { ApiError } from '../lib/api.ts'
import { checkListing } from '../lib/listings/check-listing.ts'
import type { KeptListing } from '../lib/listings/kept-listings.ts'
import type { ListingFaults } from '../lib/listings/listing-form.ts'
import { deleteOwn, editOwn, readOwn, renewOwn } from '../lib/listings/own-listing.ts'
import { $kept, forget, remember } from './my-listings.ts'

export type OwnState =
  | { is: 'loading' }
  | { is: 'there'; listing: OwnListing }
  | { is: 'missing' }
  | { is: 'refused' }
  | { is: 'failed'; message: string }

/** By token. */
export const $own = map<Record<string, OwnState>>({})

/** The token of the listing that something is being done to: one thing at a time. */
export const $busy = atom<string | undefined>()

/** The token of the listing that is being edited: its form is the page's only one. */
export const $editing = atom<string | undefined>()

export const $said = atom<{ text: string; isFault: boolean } | undefined>()

export function say(text: string, isFault = false): void {
  $said.set({ text, isFault })
}

export function nameOf({ token, title }: KeptListing): string {
  const state = $own.get()[token]
  return (state?.is === 'there' ? state.listing.title : title) || words().own.untitled
}

export function describeExpiry({ expiresAt }: OwnListing, now = new Date()): string {
  if (expiresAt === null) return words().own.neverExpires
  const days = countDaysLeft(expiresAt, now)
  return days > 0
    ? plural(words().own.expiresIn, days)
    : fill(words().own.expired, { day: formatMonthDayYear(expiresAt) })
}

export async function load(kept: Pick<KeptListing, 'id' | 'token'>): Promise<OwnState> {
  if (!$own.get()[kept.token]) $own.setKey(kept.token, { is: 'loading' })
  const state = await readOwn(kept).then(toState, toFault)
  $own.setKey(kept.token, state)
  if (state.is === 'there') retitle(kept, state.listing)
  return state
}

/** Leaves an open form alone, and tries no refused token again: the server counts those. */
export function loadAll(): void {
  if ($editing.get() !== undefined) return
  $said.set(undefined)
  const own = $own.get()
  for (const kept of $kept.get()) if (own[kept.token]?.is !== 'refused') void load(kept)
}

function toState(listing: OwnListing): OwnState {
  return { is: 'there', listing }
}

function toFault(error: unknown): OwnState {
  if (error instanceof ApiError && error.status === 404) return { is: 'missing' }
  if (error instanceof ApiError && error.status === 403) return { is: 'refused' }
  return { is: 'failed', message: (error as Error).message }
}

function retitle({ token }: Pick<KeptListing, 'token'>, { title }: OwnListing): void {
  const known = $kept.get().find((each) => each.token === token)
  if (known && known.title !== title) remember({ ...known, title })
}

/** Answers undefined where it failed, which is said, or where another is under way. */
async function act<Result>(kept: KeptListing, action: () => Promise<Result>): Promise<[Result] | undefined> {
  if ($busy.get() !== undefined) return undefined
  $busy.set(kept.token)
  $said.set(undefined)
  try {
    return [await action()]
  } catch (error) {
    say((error as Error).message, true)
    return undefined
  } finally {
    $busy.set(undefined)
  }
}

export async function renew(kept: KeptListing): Promise<OwnListing | undefined> {
  const [listing] = (await act(kept, () => renewOwn(kept))) ?? []
  if (!listing) return undefined
  $own.setKey(kept.token, toState(listing))
  say(fill(words().own.renewed, { title: listing.title, state: describeExpiry(listing) }))
  return listing
}

/** `missing`: it was gone before. Undefined where it failed, or where something else is under way. */
export async function remove(kept: KeptListing): Promise<'gone' | 'missing' | undefined> {
  const name = nameOf(kept)
  const [outcome] = (await act(kept, () => deleteOwn(kept).then(() => 'gone' as const, toMissing))) ?? []
  if (outcome === 'missing') {
    $own.setKey(kept.token, { is: 'missing' })
    say(fill(words().own.wasMissing, { title: name }))
  }
  if (outcome === 'gone') {
    forget(kept)
    say(fill(words().own.removed, { title: name }))
  }
  return outcome
}

function toMissing(error: unknown): 'missing' {
  if (error instanceof ApiError && error.status === 404) return 'missing'
  throw error
}

export function startEditing({ token }: KeptListing): void {
  $said.set(undefined)
  $editing.set(token)
}

/** Answers what is wrong with the fields, or the saved listing. */
export async function save(
  kept: KeptListing,
  values: Record<string, unknown>,
): Promise<{ faults?: ListingFaults; listing?: OwnListing }> {
  const { input, faults } = checkListing(values)
  if (!input) return { faults }
  const [listing] = (await act(kept, () => editOwn(kept, input))) ?? []
  if (!listing) return {}
  $own.setKey(kept.token, toState(listing))
  retitle(kept, listing)
  $editing.set(undefined)
  say(fill(words().own.saved, { title: listing.title }))
  return { listing }
}
