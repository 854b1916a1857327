import { useStore } from '@nanostores/react'
import { catalogue, defaultLocation, findCategory, locations } from '#domain/catalogue.ts'
import type { ListingField, ListingInput } from '#domain/listing.ts'
import { $place } from '../stores/post-form.ts'
import { PostField } from './PostField.tsx'
import { useIsScripted } from './use-is-scripted.ts'

/**
 * The fields of a listing, empty or with what is there at present. They are the browser's own (uncontrolled). A page
 * has them once: what is chosen and what is wrong stands in `stores/post-form.ts`.
 */
export function ListingFields({ present }: { present?: ListingInput }) {
  const isScripted = useIsScripted()
  const place = useStore($place)
  const category = findCategory(place.category)
  return (
    <>
      <Choice
        name="category"
        options={catalogue.map(({ name }) => name)}
        onChoose={(name) => $place.set({ category: name, subcategory: '' })}
        chosen={present?.category ?? ''}
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
      <Choice name="location" options={locations} chosen={present?.location ?? defaultLocation} />
      <PostField name="title" label="title">
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            placeholder="listing title"
            autoComplete="off"
            defaultValue={present?.title}
          />
        )}
      </PostField>
      <PostField name="description" label="description">
        {(attributes) => (
          <textarea
            {...attributes}
            rows={8}
            placeholder="describe your listing"
            defaultValue={present?.description}
          />
        )}
      </PostField>
      <PostField name="contact" label="contact (email or phone)">
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            placeholder="your contact info"
            defaultValue={present?.contact}
          />
        )}
      </PostField>
    </>
  )
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
