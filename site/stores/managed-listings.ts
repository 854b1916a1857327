import { atom, map } from 'nanostores'
import { fill, plural, messages } from '#domain/language.ts'
import { countDaysLeft } from '#domain/listings/listing-age.ts'
import { checkListing, type ManagedListing } from '#domain/listings/listing.ts'
import { formatMonthDayYear } from '#domain/pacific.ts'
import { ApiError } from '../lib/api.ts'
import type { ListingFaults } from '../lib/listings/listing-form.ts'
import {
  deleteManaged,
  disputeManaged,
  editManaged,
  readManaged,
  renewManaged,
} from '../lib/listings/manage-api.ts'
import type { ManageKey } from '../lib/listings/manage-keys.ts'
import { $manageKeys, forget, remember } from './manage-keys.ts'

export type ManagedState =
  | { is: 'loading' }
  | { is: 'there'; listing: ManagedListing }
  | { is: 'missing' }
  | { is: 'refused' }
  | { is: 'failed'; message: string }

/** By token. */
export const $managedListings = map<Record<string, ManagedState>>({})

/** Token of the listing that an action is running on. Only one action runs at a time. */
export const $busy = atom<string | undefined>()

/** Token of the listing that is being edited. Only one edit form is open at a time. */
export const $editing = atom<string | undefined>()

export const $said = atom<{ text: string; isFault: boolean } | undefined>()

export function say(text: string, isFault = false): void {
  $said.set({ text, isFault })
}

export function nameOf({ token, title }: ManageKey): string {
  const state = $managedListings.get()[token]
  return (state?.is === 'there' ? state.listing.title : title) || messages().managed.untitled
}

export function describeExpiry({ expiresAt }: ManagedListing, now = new Date()): string {
  if (expiresAt === null) return messages().managed.neverExpires
  const days = countDaysLeft(expiresAt, now)
  return days > 0
    ? plural(messages().managed.expiresIn, days)
    : fill(messages().managed.expired, { day: formatMonthDayYear(expiresAt) })
}

/** For its owner: why visitors do not see the listing, or when it expires. */
export function describeState(listing: ManagedListing): string {
  const { withheld: owner } = messages()
  const { state } = listing.withheld ?? {}
  if (state === undefined) return describeExpiry(listing)
  return state === 'removed' ? owner.removed : state === 'held' ? owner.held : owner.hidden
}

export async function load(manageKey: Pick<ManageKey, 'id' | 'token'>): Promise<ManagedState> {
  if (!$managedListings.get()[manageKey.token]) $managedListings.setKey(manageKey.token, { is: 'loading' })
  const state = await readManaged(manageKey).then(toState, toFault)
  $managedListings.setKey(manageKey.token, state)
  if (state.is === 'there') retitle(manageKey, state.listing)
  return state
}

/** Does nothing while a form is open. Does not retry refused tokens: the server counts attempts. */
export function loadAll(): void {
  if ($editing.get() !== undefined) return
  $said.set(undefined)
  const states = $managedListings.get()
  for (const manageKey of $manageKeys.get())
    if (states[manageKey.token]?.is !== 'refused') void load(manageKey)
}

function toState(listing: ManagedListing): ManagedState {
  return { is: 'there', listing }
}

function toFault(error: unknown): ManagedState {
  if (error instanceof ApiError && error.status === 404) return { is: 'missing' }
  if (error instanceof ApiError && error.status === 403) return { is: 'refused' }
  return { is: 'failed', message: (error as Error).message }
}

function retitle({ token }: Pick<ManageKey, 'token'>, { title }: ManagedListing): void {
  const known = $manageKeys.get().find((each) => each.token === token)
  if (known && known.title !== title) remember({ ...known, title })
}

/** Undefined if it failed, after showing the error, or if another action is running. */
async function act<Result>(
  manageKey: ManageKey,
  action: () => Promise<Result>,
): Promise<[Result] | undefined> {
  if ($busy.get() !== undefined) return undefined
  $busy.set(manageKey.token)
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

export async function renew(manageKey: ManageKey): Promise<ManagedListing | undefined> {
  const [listing] = (await act(manageKey, () => renewManaged(manageKey))) ?? []
  if (!listing) return undefined
  $managedListings.setKey(manageKey.token, toState(listing))
  say(fill(messages().managed.renewed, { title: listing.title, state: describeExpiry(listing) }))
  return listing
}

export async function dispute(manageKey: ManageKey, text: string): Promise<void> {
  const [listing] = (await act(manageKey, () => disputeManaged(manageKey, text))) ?? []
  if (listing) $managedListings.setKey(manageKey.token, toState(listing))
}

/** `missing`: it was already deleted. Undefined if it failed, or if another action is running. */
export async function remove(manageKey: ManageKey): Promise<'gone' | 'missing' | undefined> {
  const name = nameOf(manageKey)
  const [outcome] =
    (await act(manageKey, () => deleteManaged(manageKey).then(() => 'gone' as const, toMissing))) ?? []
  if (outcome === 'missing') {
    $managedListings.setKey(manageKey.token, { is: 'missing' })
    say(fill(messages().managed.wasMissing, { title: name }))
  }
  if (outcome === 'gone') {
    forget(manageKey)
    say(fill(messages().managed.removed, { title: name }))
  }
  return outcome
}

function toMissing(error: unknown): 'missing' {
  if (error instanceof ApiError && error.status === 404) return 'missing'
  throw error
}

export function startEditing({ token }: ManageKey): void {
  $said.set(undefined)
  $editing.set(token)
}

/** Returns the faults of the fields, or the saved listing, or neither if saving failed. */
export async function save(
  manageKey: ManageKey,
  values: Record<string, unknown>,
): Promise<{ faults?: ListingFaults; listing?: ManagedListing }> {
  const { input, faults } = checkListing(values)
  if (!input) return { faults }
  const [listing] = (await act(manageKey, () => editManaged(manageKey, input))) ?? []
  if (!listing) return {}
  $managedListings.setKey(manageKey.token, toState(listing))
  retitle(manageKey, listing)
  $editing.set(undefined)
  say(fill(messages().managed.saved, { title: listing.title }))
  return { listing }
}
