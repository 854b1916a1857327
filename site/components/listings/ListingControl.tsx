import type { ComponentProps, ReactNode } from 'react'
import { messages } from '#domain/language.ts'
import type { ListingField } from '#domain/listings/listing.ts'
import type { ListingFaults } from '../../lib/listings/listing-form.ts'
import { type ControlAttributes, Field } from '../Field.tsx'

export type ListingControlsProps = {
  /** Initial values: the fields are uncontrolled. */
  typed: Partial<Record<ListingField, string | number | undefined>>
  faults: ListingFaults
  onClearFault?: (field: ListingField) => void
}

type Attributes = ControlAttributes<ListingField> & { required: boolean; onChange?: () => void }

type ControlProps = ListingControlsProps & { name: ListingField; isRequired?: boolean }

type ListingControlProps = ControlProps & { children: (attributes: Attributes) => ReactNode }

export function ListingControl(props: ListingControlProps) {
  const { name, isRequired = false, faults, onClearFault, children } = props
  const { fields, details } = messages()
  const hints: Partial<Record<ListingField, string>> = { ...fields.hints, ...details.hints }
  const labels: Record<ListingField, string> = { ...fields, ...details }
  return (
    <Field name={name} label={labels[name]} fault={faults[name]} hint={hints[name]} isMarked={isRequired}>
      {(attributes) =>
        children({
          ...attributes,
          required: isRequired,
          ...(onClearFault && { onChange: () => onClearFault(name) }),
        })
      }
    </Field>
  )
}

export function TextControl({ input, ...props }: ControlProps & { input?: ComponentProps<'input'> }) {
  return (
    <ListingControl {...props}>
      {(attributes) => (
        <input type="text" {...attributes} {...input} defaultValue={props.typed[props.name]} />
      )}
    </ListingControl>
  )
}
