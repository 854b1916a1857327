import { useStore } from '@nanostores/react'
import { catalogue, defaultLocation, findCategory, locations } from '#domain/catalogue.ts'
import { words } from '#domain/language.ts'
import type { ListingField, ListingInput } from '#domain/listing.ts'
import { nameOf } from '#domain/names.ts'
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
  const { fields } = words()
  return (
    <>
      <Choice
        name="category"
        options={catalogue.map(({ name }) => name)}
        onChoose={(name) => $place.set({ category: name, subcategory: '' })}
        chosen={present?.category ?? ''}
        empty={fields.chooseCategory}
      />
      {!isScripted && <AnySubcategory />}
      {isScripted && category && (
        <Choice
          key={category.name}
          name="subcategory"
          options={category.subcategories.map(({ name }) => name)}
          empty={fields.chooseSubcategory}
          chosen={place.subcategory}
        />
      )}
      <Choice name="location" options={locations} chosen={present?.location ?? defaultLocation} />
      <PostField name="title" label={fields.title}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            placeholder={fields.titleHint}
            autoComplete="off"
            defaultValue={present?.title}
          />
        )}
      </PostField>
      <PostField name="description" label={fields.description}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={8}
            placeholder={fields.descriptionHint}
            defaultValue={present?.description}
          />
        )}
      </PostField>
      <PostField name="contact" label={fields.contact}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            placeholder={fields.contactHint}
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
      <label htmlFor="subcategory">{words().fields.subcategory}</label>
      <select id="subcategory" name="subcategory" required defaultValue="">
        <option value="">{words().fields.chooseAnySubcategory}</option>
        {catalogue.map(({ name, subcategories }) => (
          <optgroup key={name} label={nameOf(name)}>
            {subcategories.map((subcategory) => (
              <option key={subcategory.name} value={subcategory.name}>
                {nameOf(subcategory.name)}
              </option>
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
    <PostField name={name} label={words().fields[name]}>
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
            <option key={option} value={option}>
              {nameOf(option)}
            </option>
          ))}
        </select>
      )}
    </PostField>
  )
}
