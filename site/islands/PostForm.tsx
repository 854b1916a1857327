import { useStore } from '@nanostores/react'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { words } from '#domain/language.ts'
import { chooseLocation } from '../lib/choose-location.ts'
import { takeTyped } from '../lib/typed.ts'
import { $isPosting, $place, postListing } from '../stores/post-form.ts'
import { LanguageWithin } from './LanguageWithin.tsx'
import { ListingFields } from './ListingFields.tsx'
import { Toaster } from './Toaster.tsx'
import { useIsScripted } from './use-is-scripted.ts'

const formName = 'post'

/**
 * The form that posts a listing. Its fields are the browser's own (uncontrolled): what was typed before this script
 * arrived, or before a failure, is never touched.
 */
export function PostForm({ hasLanguages }: { hasLanguages: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const isPosting = useStore($isPosting)
  const isScripted = useIsScripted()

  useEffect(() => {
    const typed = takeTyped(formName, form.current)
    const readPlace = (subcategory?: string) => {
      const chosen = new FormData(form.current ?? undefined)
      $place.set({
        category: String(chosen.get('category')),
        subcategory: subcategory ?? String(chosen.get('subcategory') ?? ''),
      })
    }
    if (!typed) chooseLocation(form.current)
    const isInSubcategory = document.activeElement?.id === 'subcategory'
    readPlace(typed?.['subcategory'])
    // The category's own list takes the place of the one that somebody is in.
    if (isInSubcategory) requestAnimationFrame(() => document.getElementById('subcategory')?.focus())
    // Back from the home page: the browser shows this page as it was left, in the middle of posting.
    const refresh = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      form.current?.reset()
      chooseLocation(form.current)
      $isPosting.set(false)
      readPlace()
    }
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [])

  return (
    <>
      <form
        ref={form}
        className="fields"
        data-typed={formName}
        action="/api/listings"
        method="post"
        noValidate={isScripted}
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

async function submit(event: SyntheticEvent<HTMLFormElement>) {
  event.preventDefault()
  const form = event.currentTarget
  const firstAtFault = await postListing(Object.fromEntries(new FormData(form)))
  if (firstAtFault) (form.elements.namedItem(firstAtFault) as HTMLElement | null)?.focus()
  // The button lost it while it was disabled.
  else if (document.activeElement === document.body)
    form.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
}
