import { useStore } from '@nanostores/react'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { defaultLocation } from '#domain/catalogue.ts'
import { readCity } from '#domain/city.ts'
import { words } from '#domain/language.ts'
import type { ListingField } from '#domain/listing.ts'
import { chooseLocation } from '../lib/choose-location.ts'
import type { Draft } from '../lib/draft.ts'
import { $isPosting, $place, keepDraft, postListing, readDraft } from '../stores/post-form.ts'
import { LanguageWithin } from './LanguageWithin.tsx'
import { ListingFields } from './ListingFields.tsx'
import { Toaster } from './Toaster.tsx'
import { useIsScripted } from './use-is-scripted.ts'

/**
 * The form that posts a listing. Its fields are the browser's own (uncontrolled): what was typed before this script
 * arrived, or before a failure, is never touched. What was typed before the page was loaded again comes back.
 */
export function PostForm({ hasLanguages }: { hasLanguages: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const firstLocation = useRef<string>(defaultLocation)
  const isPosting = useStore($isPosting)
  const isScripted = useIsScripted()

  useEffect(() => {
    const begin = () => {
      if (form.current) firstLocation.current = fillFromDraft(form.current)
    }
    const isInSubcategory = document.activeElement?.id === 'subcategory'
    begin()
    // The category's own list takes the place of the one that somebody is in.
    if (isInSubcategory) requestAnimationFrame(() => document.getElementById('subcategory')?.focus())
    // The browser shows this page as it was left, in the middle of posting. A listing that was posted has no draft.
    const refresh = (event: PageTransitionEvent) => {
      if (!event.persisted || !$isPosting.get()) return
      $isPosting.set(false)
      if (Object.keys(readDraft()).length > 0) return
      form.current?.reset()
      begin()
    }
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [])

  return (
    <>
      <form
        ref={form}
        className="fields"
        action="/api/listings"
        method="post"
        noValidate={isScripted}
        onInput={(event) => keepDraft(readTyped(event), firstLocation.current)}
        onSubmit={(event) => void submit(event)}
      >
        {hasLanguages && <LanguageWithin />}
        <ListingFields />
        <button type="submit" disabled={isPosting}>
          {isPosting ? words().post.posting : words().post.button}
        </button>
      </form>
      {isScripted && <Toaster />}
    </>
  )
}

/**
 * Fills what is still empty from the draft. The location begins with the reader's city, which is answered, and is the
 * draft's where there is one.
 */
function fillFromDraft(form: HTMLFormElement): string {
  const draft = readDraft()
  const isUntouched = findControl(form, 'location').value === defaultLocation
  chooseLocation(form)
  const location = findControl(form, 'location').value
  if (isUntouched) findControl(form, 'location').value = readCity(draft.location) ?? location
  for (const field of ['category', 'title', 'description', 'contact'] as const) {
    const control = findControl(form, field)
    if (control.value === '') control.value = draft[field] ?? ''
  }
  const category = findControl(form, 'category').value
  const chosen = String(new FormData(form).get('subcategory') ?? '')
  const kept = category === draft.category ? (draft.subcategory ?? '') : ''
  $place.set({ category, subcategory: chosen || kept })
  return location
}

function findControl(form: HTMLFormElement, field: ListingField) {
  return form.elements.namedItem(field) as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
}

function readTyped({ currentTarget, target }: SyntheticEvent<HTMLFormElement>): Draft<ListingField> {
  const typed = Object.fromEntries(new FormData(currentTarget)) as Draft<ListingField>
  // The subcategories of another category are about to take the place of these.
  return (target as HTMLElement).id === 'category' ? { ...typed, subcategory: '' } : typed
}

async function submit(event: SyntheticEvent<HTMLFormElement>) {
  event.preventDefault()
  const form = event.currentTarget
  const firstAtFault = await postListing(Object.fromEntries(new FormData(form)))
  if (firstAtFault) (form.elements.namedItem(firstAtFault) as HTMLElement | null)?.focus()
  // The button lost it while it was disabled.
  else if (document.activeElement === document.body)
    form.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
}
