import { atom, map } from 'nanostores'
import { fill, plural, messages } from '#domain/language.ts'
import { countDaysLeft } from '#domain/listings/listing-age.ts'
import { noDetails } from '#domain/listings/details.ts'
import { checkListing, type ManagedListing } from '#domain/listings/listing.ts'
import { formatMonthDayYear } from '#domain/pacific.ts'
import { ApiError } from '../lib/api.ts'
import type { ListingFaults } from '../lib/listings/listing-form.ts'
import { readManaged, writeManaged } from '../lib/listings/manage-api.ts'
import type { ManageKey } from '../lib/listings/manage-keys.ts'
import { $manageKeys, removeManageKey, storeManageKey } from './manage-keys.ts'

export type ManagedState =
  | { status: 'loading' }
  | { status: 'loaded'; listing: ManagedListing }
  | { status: 'missing' }
  | { status: 'refused' }
  | { status: 'failed'; message: string }

/** By token. */
export const $managedListings = map<Record<string, ManagedState>>({})

/** Token of the listing that an action is running on. Only one action runs at a time. */
export const $busy = atom<string | undefined>()

/** Token of the listing that is being edited. Only one edit form is open at a time. */
export const $editing = atom<string | undefined>()

export const $statusMessage = atom<{ text: string; isFault: boolean } | undefined>()

export function showStatus(text: string, isFault = false): void {
  $statusMessage.set({ text, isFault })
}

export function titleOf({ token, title }: ManageKey): string {
  const state = $managedListings.get()[token]
  return (state?.status === 'loaded' ? state.listing.title : title) || messages().managed.untitled
}

export function describeExpiry({ expiresAt }: Pick<ManagedListing, 'expiresAt'>, now = new Date()): string {
  if (expiresAt === null) return messages().managed.neverExpires
  const days = countDaysLeft(expiresAt, now)
  return days > 0
    ? plural(messages().managed.expiresIn, days)
    : fill(messages().managed.expired, { day: formatMonthDayYear(expiresAt) })
}

/** For its owner: why visitors do not see the listing, or when it expires. Empty if it could not be loaded. */
export function describeManaged(state: ManagedState | undefined): string {
  const { managed, withheld: owner } = messages()
  if (state?.status === 'loaded') {
    const withheld = state.listing.withheld?.state
    return withheld === undefined ? describeExpiry(state.listing) : owner[withheld]
  }
  const { missing, refused, loadingOne: loading } = managed
  return { missing, refused, loading, failed: '' }[state?.status ?? 'loading']
}

export async function loadManagedListing(manageKey: Pick<ManageKey, 'id' | 'token'>): Promise<ManagedState> {
  if (!$managedListings.get()[manageKey.token])
    $managedListings.setKey(manageKey.token, { status: 'loading' })
  const state = await readManaged(manageKey).then(
    (listing) => ({ status: 'loaded', listing }) as const,
    toFault,
  )
  $managedListings.setKey(manageKey.token, state)
  if (state.status === 'loaded') updateStoredTitle(manageKey, state.listing)
  return state
}

/** Does nothing while a form is open. Does not retry refused tokens: the server counts attempts. */
export function loadManagedListings(): void {
  if ($editing.get() !== undefined) return
  $statusMessage.set(undefined)
  const states = $managedListings.get()
  for (const manageKey of $manageKeys.get())
    if (states[manageKey.token]?.status !== 'refused') void loadManagedListing(manageKey)
}

function toFault(error: unknown): ManagedState {
  if (error instanceof ApiError && error.status === 404) return { status: 'missing' }
  if (error instanceof ApiError && error.status === 403) return { status: 'refused' }
  return { status: 'failed', message: (error as Error).message }
}

function updateStoredTitle({ token }: Pick<ManageKey, 'token'>, { title }: ManagedListing): void {
  const known = $manageKeys.get().find((each) => each.token === token)
  if (known && known.title !== title) storeManageKey({ ...known, title })
}

/** Undefined if it failed, after showing the error, or if another action is running. */
async function runAction<Result>(
  { token }: ManageKey,
  action: () => Promise<Result>,
): Promise<Result | undefined> {
  if ($busy.get() !== undefined) return undefined
  $busy.set(token)
  $statusMessage.set(undefined)
  try {
    return await action()
  } catch (error) {
    showStatus((error as Error).message, true)
    return undefined
  } finally {
    $busy.set(undefined)
  }
}

async function change(
  manageKey: ManageKey,
  ...action: [method: 'POST' | 'PATCH', path: '' | '/renew' | '/dispute', payload?: unknown]
): Promise<ManagedListing | undefined> {
  const listing = await runAction(manageKey, () => writeManaged<ManagedListing>(manageKey, ...action))
  if (!listing) return undefined
  $managedListings.setKey(manageKey.token, { status: 'loaded', listing })
  updateStoredTitle(manageKey, listing)
  return listing
}

export async function renewListing(manageKey: ManageKey): Promise<ManagedListing | undefined> {
  const listing = await change(manageKey, 'POST', '/renew')
  if (listing)
    showStatus(fill(messages().managed.renewed, { title: listing.title, state: describeExpiry(listing) }))
  return listing
}

export async function disputeDecision(manageKey: ManageKey, text: string): Promise<void> {
  await change(manageKey, 'POST', '/dispute', { dispute: text })
}

/** `missing`: it was already deleted. Undefined if it failed, or if another action is running. */
export async function deleteListing(manageKey: ManageKey): Promise<'gone' | 'missing' | undefined> {
  const title = titleOf(manageKey)
  const outcome = await runAction(manageKey, () =>
    writeManaged(manageKey, 'DELETE').then(() => 'gone' as const, toMissing),
  )
  if (outcome === undefined) return undefined
  // It can be opened for editing meanwhile.
  if ($editing.get() === manageKey.token) $editing.set(undefined)
  if (outcome === 'missing') $managedListings.setKey(manageKey.token, { status: 'missing' })
  else removeManageKey(manageKey)
  const { wasMissing, removed } = messages().managed
  showStatus(fill(outcome === 'missing' ? wasMissing : removed, { title }))
  return outcome
}

function toMissing(error: unknown): 'missing' {
  if (error instanceof ApiError && error.status === 404) return 'missing'
  throw error
}

export function startEditing({ token }: ManageKey): void {
  $statusMessage.set(undefined)
  $editing.set(token)
}

/** Returns the faults of the fields, or the saved listing, or neither if saving failed. */
export async function saveListing(
  manageKey: ManageKey,
  values: Record<string, unknown>,
): Promise<{ faults?: ListingFaults; listing?: ManagedListing }> {
  const { input, faults } = checkListing(values)
  if (!input) return { faults }
  const listing = await change(manageKey, 'PATCH', '', { ...noDetails, ...input })
  if (!listing) return {}
  $editing.set(undefined)
  showStatus(fill(messages().managed.saved, { title: listing.title }))
  return { listing }
}
