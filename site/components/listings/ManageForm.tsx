import { messages } from '#domain/language.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import type { Withheld } from '#domain/moderation/desk.ts'
import type { FilledForm } from '#domain/pages/page-view.ts'
import { InlineLanguageSwitch } from '../InlineLanguageSwitch.tsx'
import { DisputeField } from './DisputeField.tsx'
import { LinkedEventStatus } from './LinkedEventStatus.tsx'
import { ListingFields } from './ListingFields.tsx'
import { FaultAlert } from '../Field.tsx'
import { WithheldReason } from './WithheldReason.tsx'

type ManageFormProps = {
  id: string
  form: FilledForm
  /** False: asks only for the manage code, and opens the page with the full form. */
  hasFields: boolean
  withheld?: Withheld | undefined
  event?: ManagedListing['event'] | undefined
}

export function ManageForm({ id, form, hasFields, withheld, event }: ManageFormProps) {
  const { typed, message, faults } = form
  const path = `/api/listings/${id}`
  const { manage, managed, withheld: own } = messages()
  return (
    <>
      <FaultAlert message={message} />
      {withheld && <WithheldReason withheld={withheld} />}
      <LinkedEventStatus id={id} event={event} />
      <form className="fields" action={hasFields ? `${path}/edit` : `/listing/${id}/manage`} method="post">
        <InlineLanguageSwitch listing={id} />
        <div className="field">
          <label htmlFor="token" id="token-label">
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
        {hasFields ? (
          <>
            <ListingFields typed={typed} faults={faults} />
            <button type="submit">{managed.save}</button>
            {withheld ? (
              withheld.dispute === null && (
                <DisputeField label={own.dispute} send={own.sendDispute} action={`${path}/dispute`} />
              )
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
          </>
        ) : (
          <button type="submit">{manage.open}</button>
        )}
      </form>
    </>
  )
}

/** For readers without scripts, and for browsers that have not stored the code. */
export function ManageEntry({ id }: { id: string }) {
  return (
    <details className="manage">
      <summary>{messages().manage.question}</summary>
      <ManageForm id={id} form={{ typed: {}, faults: {} }} hasFields={false} />
    </details>
  )
}

export function PostedStatus({ isHeld = false }: { isHeld?: boolean }) {
  const { manage, toast } = messages()
  return (
    <div className="notice" role="status">
      <p>
        <strong>{isHeld ? toast.held : toast.posted}</strong> {isHeld ? manage.heldText : toast.postedText}
      </p>
      <p>{manage.keepAddress}</p>
    </div>
  )
}
