import { useStore } from '@nanostores/react'
import type { ComponentProps } from 'react'
import type { ListingField } from '#domain/listing.ts'
import { $faults, forgetFault } from '../stores/post-form.ts'
import { Field } from './Field.tsx'

type FieldAttributes = Parameters<ComponentProps<typeof Field<ListingField>>['children']>[0]
type PostFieldProps = {
  name: ListingField
  label: string
  children: (attributes: FieldAttributes & { required: true; onChange: () => void }) => React.ReactNode
}

/** A field of the post form: all are required, and one that is being mended is no longer marked. */
export function PostField({ name, label, children }: PostFieldProps) {
  const fault = useStore($faults)[name]
  return (
    <Field name={name} label={label} fault={fault}>
      {(attributes) => children({ ...attributes, required: true, onChange: () => forgetFault(name) })}
    </Field>
  )
}
