import { messages } from '#domain/language.ts'
import { catalogue, defaultLocation, findCategory, locations } from '#domain/listings/catalogue.ts'
import type { DetailField } from '#domain/listings/details.ts'
import type { ListingField } from '#domain/listings/listing.ts'
import { nameOf } from '#domain/listings/names.ts'
import type { ListingFaults } from '../../lib/listings/listing-form.ts'
import { type ControlAttributes, Field } from '../Field.tsx'
import { DetailFields } from './DetailFields.tsx'

type RequiredField = Exclude<ListingField, DetailField>

type ListingFieldsProps = {
  /** Initial values: the fields are uncontrolled. */
  typed: Partial<Record<ListingField, string | number | undefined>>
  faults: ListingFaults
  /** Undefined without scripts: then the subcategories of all categories are offered. */
  chosenCategory?: string | undefined
  onChooseCategory?: (category: string) => void
  onClearFault?: (field: ListingField) => void
}

export function ListingFields(props: ListingFieldsProps) {
  const { typed, chosenCategory } = props
  const { fields } = messages()
  return (
    <>
      <Control name="category" {...props}>
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
      </Control>
      {chosenCategory === undefined ? <AnySubcategory {...props} /> : <Subcategory {...props} />}
      <Control name="location" {...props}>
        {(attributes) => (
          <select {...attributes} defaultValue={typed.location ?? defaultLocation}>
            <Options names={locations} />
          </select>
        )}
      </Control>
      <Control name="title" {...props}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            placeholder={fields.titleHint}
            autoComplete="off"
            defaultValue={typed.title}
          />
        )}
      </Control>
      <Control name="description" {...props}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={8}
            placeholder={fields.descriptionHint}
            defaultValue={typed.description}
          />
        )}
      </Control>
      <Control name="contact" {...props}>
        {(attributes) => (
          <input {...attributes} type="text" placeholder={fields.contactHint} defaultValue={typed.contact} />
        )}
      </Control>
      <DetailFields {...props} />
    </>
  )
}

function Subcategory(props: ListingFieldsProps) {
  const { typed } = props
  const within = findCategory(props.chosenCategory ?? '')
  if (!within) return null
  return (
    <Control key={within.name} name="subcategory" {...props}>
      {(attributes) => (
        <select {...attributes} defaultValue={within.name === typed.category ? typed.subcategory : ''}>
          <option value="">{messages().fields.chooseSubcategory}</option>
          <Options names={within.subcategories.map(({ name }) => name)} />
        </select>
      )}
    </Control>
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
      <Control name="subcategory" {...props}>
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
      </Control>
    </div>
  )
}

type ControlProps = Pick<ListingFieldsProps, 'faults' | 'onClearFault'> & {
  name: RequiredField
  children: (
    attributes: ControlAttributes<RequiredField> & { required: true; onChange?: () => void },
  ) => React.ReactNode
}

function Control({ name, faults, onClearFault, children }: ControlProps) {
  return (
    <Field name={name} label={messages().fields[name]} fault={faults[name]} isMarked>
      {(attributes) =>
        children({
          ...attributes,
          required: true,
          ...(onClearFault && { onChange: () => onClearFault(name) }),
        })
      }
    </Field>
  )
}

function Options({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <option key={name} value={name}>
      {nameOf(name)}
    </option>
  ))
}
