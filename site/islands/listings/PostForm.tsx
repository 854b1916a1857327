export { default } from '@astrojs/react/client.js' // oxlint-disable-line no-default-export -- See site/bundle.ts.
import { type ComponentType, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fill, messages } from '#domain/language.ts'
import { defaultLocation } from '#domain/listings/catalogue.ts'
import { daysOfCategories, listingDays, usualDays } from '#domain/listings/listing-age.ts'
import type { ListingField } from '#domain/listings/listing.ts'
import type { PostView } from '#domain/pages/page-view.ts'
import { LanguageField } from '../../components/LanguageField.tsx'
import { ListingFields } from '../../components/listings/ListingFields.tsx'
import { PostPreview } from '../../components/listings/PostPreview.tsx'
import { FaultSummary, useFaults } from '../../components/FaultSummary.tsx'
import { Honeypot } from '../../components/Honeypot.tsx'
import {
  fillForm,
  listListingFaults,
  saveDraft,
  type CategorySelection,
  readDraft,
  readTyped,
} from '../../lib/listings/listing-form.ts'

/** Loaded on the first input. */
function loadParts() {
  return Promise.all([import('../../stores/post-listing.ts'), import('../Toaster.tsx')])
}

/** Uncontrolled, so that text typed before this script loaded, or before a failure, is kept. */
export function PostForm({ city, form: filled, place }: Partial<PostView>) {
  const form = useRef<HTMLFormElement>(null)
  const firstLocation = useRef<string>(city ?? defaultLocation)
  const isSending = useRef(false)
  const isInSubcategory = useRef(false)
  const [isPosting, setIsPosting] = useState(false)
  // Undefined until the script has loaded.
  const [selection, setSelection] = useState<CategorySelection>()
  const [message, setMessage] = useState(filled?.message)
  const { faults, clearFault, showFaults, summary } = useFaults(listListingFaults, filled?.faults)
  const [preview, setPreview] = useState<Partial<Record<ListingField, string>>>()
  const [Toaster, setToaster] = useState<ComponentType>()

  useEffect(() => {
    const begin = () => {
      if (!form.current) return
      const begun = fillForm(form.current, filled !== undefined)
      firstLocation.current = begun.location
      setSelection(begun.selection)
    }
    isInSubcategory.current = document.activeElement?.id === 'subcategory'
    begin()
    // The back/forward cache restores this page in its posting state. If there is no draft, the listing was posted.
    const refresh = (event: PageTransitionEvent) => {
      if (!event.persisted || !isSending.current) return
      isSending.current = false
      setIsPosting(false)
      if (Object.keys(readDraft()).length > 0) return
      form.current?.reset()
      begin()
    }
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [filled])

  // The focused select has been replaced by the category's own.
  useEffect(() => {
    if (selection === undefined || !isInSubcategory.current) return
    isInSubcategory.current = false
    document.getElementById('subcategory')?.focus()
  }, [selection])

  function input(event: SyntheticEvent<HTMLFormElement>) {
    void loadParts().catch(() => {}) // Retried when the form is sent.
    setPreview(readTyped(event.currentTarget, event.target))
    // Keeps no draft while posting: it would remain after the listing is posted.
    if (!isSending.current) saveDraft(readTyped(event.currentTarget, event.target), firstLocation.current)
  }

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    if (isSending.current) return
    isSending.current = true
    const parts = await loadParts().catch(() => undefined)
    // If the scripts fail to load, the browser submits the form.
    if (!parts) return element.submit()
    const [{ postListing }, { Toaster: LoadedToaster }] = parts
    setToaster(() => LoadedToaster)
    setMessage(undefined)
    const outcome = await postListing(Object.fromEntries(new FormData(element)), () => {
      showFaults({})
      setIsPosting(true)
    })
    if (outcome === 'posted') return
    isSending.current = false
    flushSync(() => setIsPosting(false))
    if (outcome !== 'failed') showFaults(outcome)
    // The button lost the focus while it was disabled.
    else if (document.activeElement === document.body)
      element.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
  }

  return (
    <div className="posting">
      <FaultSummary faults={summary} message={message} />
      <form
        ref={form}
        className="fields"
        action="/api/listings"
        method="post"
        noValidate={selection !== undefined}
        onInput={input}
        onSubmit={(event) => void submit(event)}
      >
        <LanguageField />
        <Honeypot />
        <p className="quiet">{messages().fields.required}</p>
        <ListingFields
          typed={{ location: city, ...place, ...filled?.typed, ...selection }}
          faults={faults}
          chosenCategory={selection?.category}
          onChooseCategory={(category) => setSelection({ category, subcategory: '' })}
          onClearFault={clearFault}
        />
        <p className="quiet">{describeDays(selection?.category)}</p>
        <button type="submit" disabled={isPosting}>
          {isPosting ? messages().post.posting : messages().post.button}
        </button>
      </form>
      {preview && <PostPreview typed={preview} heading={messages().post.preview} />}
      {Toaster && <Toaster />}
    </div>
  )
}

/** How long listings are shown, in the chosen category or in all. */
function describeDays(category = ''): string {
  const { shownFor, shownForAny } = messages().post
  if (category !== '') return fill(shownFor, { days: listingDays(category) })
  return fill(shownForAny, { days: usualDays, fewer: Math.min(...Object.values(daysOfCategories)) })
}
