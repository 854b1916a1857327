import { useStore } from '@nanostores/react'
import type { SyntheticEvent } from 'react'
import { fill, messages } from '#domain/language.ts'
import { formatDateAndTime } from '#domain/pacific.ts'
import type { Withheld } from '#domain/moderation/desk.ts'
import { DisputeField } from '../../components/listings/DisputeField.tsx'
import { Refusal } from '../../components/Field.tsx'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { $said, dispute } from '../../stores/managed-listings.ts'

type WithheldNoticeProps = { manageKey: ManageKey; withheld: Withheld }

/** Why visitors do not see the listing, and what its owner can do. */
export function WithheldNotice({ manageKey, withheld }: WithheldNoticeProps) {
  const said = useStore($said)
  const { withheld: owner, moderation } = messages()
  const { reasons } = moderation
  const { state, showAt, reason, dispute: written } = withheld

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    await dispute(manageKey, String(new FormData(event.currentTarget).get('dispute')))
  }

  return (
    <div className="withheld">
      <p>
        <strong>{describe(withheld)}</strong>
        {reason !== null && ` ${fill(owner.reason, { reason: reasons[reason] })}`}
        {showAt !== null && ` ${fill(owner.heldUntil, { time: formatDateAndTime(showAt) })}`}
      </p>
      {written !== null && <p className="as-written">{fill(owner.disputed, { text: written })}</p>}
      {state !== 'removed' && <p>{owner.whatNow}</p>}
      {written === null && (
        <details>
          <summary>{owner.dispute}</summary>
          <form className="fields" onSubmit={(event) => void submit(event)}>
            <DisputeField label={owner.dispute} send={owner.sendDispute} />
            {said?.isFault && <Refusal message={said.text} />}
          </form>
        </details>
      )}
    </div>
  )
}

function describe({ state, by }: Withheld): string {
  const { withheld: owner } = messages()
  if (state === 'removed') return owner.removed
  if (state === 'held') return by === 'edit' ? owner.edited : owner.held
  return by === 'reports' ? owner.reported : owner.hidden
}
