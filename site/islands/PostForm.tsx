import { useStore } from '@nanostores/react'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { catalogue, defaultLocation, findCategory, locations } from '#domain/catalogue.ts'
import type { ListingField } from '#domain/listing.ts'
import { chooseLocation } from '../lib/choose-location.ts'
import { $isPosting, $place, postListing } from '../stores/post-form.ts'
import { PostField } from './PostField.tsx'
import { Toaster } from './Toaster.tsx'
import { useIsScripted } from './use-is-scripted.ts'

/**
 * The form that posts a listing. Its fields are the browser's own (uncontrolled): what was typed before this script
 * arrived, or before a failure, is never touched.
 */
export function PostForm() {
  const form = useRef<HTMLFormElement>(null)
  const isPosting = useStore($isPosting)
  const isScripted = useIsScripted()
  const place = useStore($place)
  const category = findCategory(place.category)

  useEffect(() => {
    const readPlace = () => {
      const chosen = new FormData(form.current ?? undefined)
      $place.set({
        category: String(chosen.get('category')),
        subcategory: String(chosen.get('subcategory') ?? ''),
      })
    }
    chooseLocation(form.current)
    const isInSubcategory = document.activeElement?.id === 'subcategory'
    readPlace()
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
        action="/api/listings"
        method="post"
        noValidate={isScripted}
        onSubmit={(event) => void submit(event)}
      >
        <Choice
          name="category"
          options={catalogue.map(({ name }) => name)}
          onChoose={(name) => $place.set({ category: name, subcategory: '' })}
          empty="choose a category"
        />
        {!isScripted && <AnySubcategory />}
        {isScripted && category && (
          <Choice
            key={category.name}
            name="subcategory"
            options={category.subcategories.map(({ name }) => name)}
            empty="choose a subcategory"
            chosen={place.subcategory}
          />
        )}
        <Choice name="location" options={locations} chosen={defaultLocation} />
        <PostField name="title" label="title">
          {(attributes) => (
            <input {...attributes} type="text" placeholder="listing title" autoComplete="off" />
          )}
        </PostField>
        <PostField name="description" label="description">
          {(attributes) => <textarea {...attributes} rows={8} placeholder="describe your listing" />}
        </PostField>
        <PostField name="contact" label="contact (email or phone)">
          {(attributes) => <input {...attributes} type="text" placeholder="your contact info" />}
        </PostField>
        <button type="submit" disabled={isPosting}>
          {isPosting ? 'posting...' : 'post listing'}
        </button>
      </form>
      {isScripted && <Toaster />}
    </>
  )
}

async function submit(event: SyntheticEvent<HTMLFormElement>) {
  event.preventDefault()
  const { elements } = event.currentTarget
  const firstAtFault = await postListing(Object.fromEntries(new FormData(event.currentTarget)))
  if (firstAtFault) (elements.namedItem(firstAtFault) as HTMLElement | null)?.focus()
}

/** Stands in for the category's own until the script has arrived, and for good where there is none. */
function AnySubcategory() {
  return (
    <div className="field any-subcategory">
      <label htmlFor="subcategory">subcategory</label>
      <select id="subcategory" name="subcategory" required defaultValue="">
        <option value="">choose a subcategory of that category</option>
        {catalogue.map(({ name, subcategories }) => (
          <optgroup key={name} label={name}>
            {subcategories.map((subcategory) => (
              <option key={subcategory.name}>{subcategory.name}</option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}

type ChoiceProps = {
  name: ListingField
  options: readonly string[]
  /** What stands first while nothing is chosen. */
  empty?: string
  chosen?: string
  onChoose?: (value: string) => void
}

function Choice({ name, options, empty, chosen = '', onChoose }: ChoiceProps) {
  return (
    <PostField name={name} label={name}>
      {(attributes) => (
        <select
          {...attributes}
          defaultValue={chosen}
          onChange={(event) => {
            attributes.onChange()
            onChoose?.(event.currentTarget.value)
          }}
        >
          {empty && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </PostField>
  )
}
