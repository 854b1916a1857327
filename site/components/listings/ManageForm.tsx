import { fill, linkTo, messages } from '#domain/language.ts'
import type { ManagedListing } from '#domain/listings/listing.ts'
import type { ListingView, OwnerFlash } from '#domain/pages/page-view.ts'
import { describeExpiry } from '../../stores/managed-listings.ts'
import { LanguageField } from '../LanguageField.tsx'
import { DisputeField } from './DisputeField.tsx'
import { LinkedEventStatus } from './LinkedEventStatus.tsx'
import { ListingFields } from './ListingFields.tsx'
import { FaultSummary } from '../FaultSummary.tsx'
import { Field } from '../Field.tsx'
import { listListingFaults } from '../../lib/listings/listing-form.ts'
import { WithheldReason } from './WithheldReason.tsx'

/** Without `hasFields`, it asks only for the manage code, and opens the page with the full form. */
type ManageFormProps = Omit<Extract<ListingView, { state: 'form' }>, 'state'>

export function ManageForm({ id, form, hasFields, withheld, event }: ManageFormProps) {
  const { typed, message, faults } = form
  const path = `/api/listings/${id}`
  const { manage, managed, withheld: own } = messages()
  return (
    <>
      <FaultSummary faults={listListingFaults(faults)} message={message} />
      {withheld && <WithheldReason withheld={withheld} />}
      <LinkedEventStatus id={id} event={event} />
      <form
        className="fields"
        action={hasFields ? `${path}/edit` : linkTo(`/listing/${id}/manage`)}
        method="post"
      >
        <LanguageField />
        <Field name="token" label={manage.code} hint={manage.codeHint} fault={undefined}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              defaultValue={typed.token}
              required
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
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

type OwnListing = Pick<ManagedListing, 'title' | 'expiresAt' | 'withheld'>

/** Tells its owner, without scripts, what has just happened to the listing, and leads to its form. */
export function OwnerStatus({ id, flash, listing }: { id: string; flash: OwnerFlash; listing: OwnListing }) {
  const { manage, managed } = messages()
  return (
    <div className="notice">
      <div role="status">
        <p>{describeDone(flash.did, listing)}</p>
        {listing.withheld && <WithheldReason withheld={listing.withheld} />}
        {flash.did === 'posted' && <p>{manage.keepAddress}</p>}
      </div>
      {flash.token !== undefined && (
        <form action={linkTo(`/listing/${id}/manage`)} method="post">
          <input type="hidden" name="token" value={flash.token} />
          <button type="submit" className="plain">
            {managed.edit}
          </button>
        </form>
      )}
    </div>
  )
}

function describeDone(did: OwnerFlash['did'], listing: OwnListing) {
  const { managed, toast } = messages()
  const { title, withheld } = listing
  if (did === 'saved') return fill(managed.saved, { title })
  if (did === 'renewed') return fill(managed.renewed, { title, state: describeExpiry(listing) })
  return (
    <>
      <strong>{withheld ? toast.held : toast.posted}</strong> {!withheld && toast.postedText}
    </>
  )
}
