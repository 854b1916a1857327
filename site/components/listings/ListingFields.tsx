import { messages } from '#domain/language.ts'
import { catalogue, defaultLocation, findCategory, locations } from '#domain/listings/catalogue.ts'
import { nameOf } from '#domain/listings/names.ts'
import { DetailFields } from './DetailFields.tsx'
import { ListingControl, type ListingControlsProps, TextControl } from './ListingControl.tsx'

type ListingFieldsProps = ListingControlsProps & {
  /** Undefined without scripts: then the subcategories of all categories are offered. */
  chosenCategory?: string | undefined
  onChooseCategory?: (category: string) => void
}

export function ListingFields(props: ListingFieldsProps) {
  const { typed, chosenCategory } = props
  const { fields } = messages()
  return (
    <>
      <ListingControl name="category" isRequired {...props}>
        {(attributes) => (
          <select
            {...attributes}
            defaultValue={typed.category ?? ''}
            onChange={(event) => {
              attributes.onChange?.()
              props.onChooseCategory?.(event.currentTarget.value)
            }}
          >
            <option value="">{fields.chooseCategory}</option>
            <Options names={catalogue.map(({ name }) => name)} />
          </select>
        )}
      </ListingControl>
      {chosenCategory === undefined ? <AnySubcategory {...props} /> : <Subcategory {...props} />}
      <ListingControl name="location" isRequired {...props}>
        {(attributes) => (
          <select {...attributes} defaultValue={typed.location ?? defaultLocation}>
            <Options names={locations} />
          </select>
        )}
      </ListingControl>
      <TextControl
        name="title"
        isRequired
        input={{ placeholder: fields.titleHint, autoComplete: 'off' }}
        {...props}
      />
      <ListingControl name="description" isRequired {...props}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={8}
            placeholder={fields.descriptionHint}
            defaultValue={typed.description}
          />
        )}
      </ListingControl>
      <TextControl name="contact" isRequired input={{ placeholder: fields.contactHint }} {...props} />
      <DetailFields {...props} />
    </>
  )
}

function Subcategory(props: ListingFieldsProps) {
  const { typed } = props
  const within = findCategory(props.chosenCategory ?? '')
  if (!within) return null
  return (
    <ListingControl key={within.name} name="subcategory" isRequired {...props}>
      {(attributes) => (
        <select {...attributes} defaultValue={within.name === typed.category ? typed.subcategory : ''}>
          <option value="">{messages().fields.chooseSubcategory}</option>
          <Options names={within.subcategories.map(({ name }) => name)} />
        </select>
      )}
    </ListingControl>
  )
}

/** Until the script has loaded, and without scripts. */
function AnySubcategory(props: ListingFieldsProps) {
  const { category, subcategory } = props.typed
  const isOffered = catalogue.some(
    ({ name, subcategories }) =>
      (category === undefined || category === '' || category === name) &&
      subcategories.some((each) => each.name === subcategory),
  )
  return (
    <div className="any-subcategory">
      <ListingControl name="subcategory" isRequired {...props}>
        {(attributes) => (
          <select {...attributes} defaultValue={isOffered ? subcategory : ''}>
            <option value="">{messages().fields.chooseAnySubcategory}</option>
            {catalogue.map(({ name, subcategories }) => (
              <optgroup key={name} label={nameOf(name)}>
                <Options names={subcategories.map((each) => each.name)} />
              </optgroup>
            ))}
          </select>
        )}
      </ListingControl>
    </div>
  )
}

function Options({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <option key={name} value={name}>
      {nameOf(name)}
    </option>
  ))
}
