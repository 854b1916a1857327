import { messages } from '#domain/language.ts'
import type { FilledForm } from '#domain/pages/page-view.ts'
import { LanguageWithin } from '../LanguageWithin.tsx'
import { DisputeField } from './DisputeField.tsx'
import { ListingFields } from './ListingFields.tsx'
import { Refusal } from '../Field.tsx'

type ManageFormProps = {
  id: string
  form: FilledForm
  /** False for an expired listing: it can only be renewed or deleted. */
  hasFields: boolean
  /** It can only be disputed or deleted. */
  isWithheld?: boolean
  isOpen?: boolean
}

export function ManageForm(props: ManageFormProps) {
  const { id, hasFields, isWithheld = false, isOpen } = props
  const { typed, message, faults } = props.form
  const path = `/api/listings/${id}`
  const { fields, manage, managed, withheld } = messages()
  const action = isWithheld ? 'dispute' : hasFields ? 'edit' : 'renew'
  return (
    <details className="manage" open={isOpen}>
      <summary>{manage.question}</summary>
      <Refusal message={message} />
      <form className="fields" action={`${path}/${action}`} method="post">
        <LanguageWithin listing={id} />
        <p className="quiet">{fields.required}</p>
        <div className="field">
          <label htmlFor="token" id="token-label" className="required">
            {manage.code}
          </label>
          <input
            id="token"
            name="token"
            type="text"
            defaultValue={typed.token}
            required
            autoComplete="off"
            spellCheck={false}
            aria-labelledby="token-label"
            aria-describedby="token-help"
          />
          <p className="quiet" id="token-help">
            {manage.codeHint}
          </p>
        </div>
        {hasFields && (
          <>
            <ListingFields typed={typed} faults={faults} />
            <button type="submit">{managed.save}</button>
          </>
        )}
        {isWithheld ? (
          <DisputeField label={withheld.dispute} send={withheld.sendDispute} />
        ) : (
          <button className="plain" type="submit" formAction={`${path}/renew`} formNoValidate>
            {managed.renew}
          </button>
        )}
        <label className="tick" id="confirm-label">
          <input type="checkbox" name="confirm" aria-labelledby="confirm-label" /> {manage.confirm}
        </label>
        <button className="plain" type="submit" formAction={`${path}/delete`} formNoValidate>
          {managed.confirmRemoval}
        </button>
      </form>
    </details>
  )
}

export function PostedStatus() {
  const { manage, toast } = messages()
  return (
    <div className="notice" role="status">
      <p>
        <strong>{toast.posted}</strong> {toast.postedText}
      </p>
      <p>{manage.keepAddress}</p>
    </div>
  )
}
