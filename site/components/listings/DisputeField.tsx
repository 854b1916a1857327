import { maxDispute } from '#domain/moderation/reasons.ts'
import { Field } from '../Field.tsx'

type DisputeFieldProps = {
  label: string
  send: string
  /** URL that receives the dispute, if the field is part of a larger form. */
  action?: string
}

export function DisputeField({ label, send, action }: DisputeFieldProps) {
  return (
    <>
      <Field name="dispute" label={label} fault={undefined}>
        {(attributes) => (
          <textarea {...attributes} rows={3} required={action === undefined} maxLength={maxDispute} />
        )}
      </Field>
      <button className="plain" type="submit" formAction={action} formNoValidate={action !== undefined}>
        {send}
      </button>
    </>
  )
}
