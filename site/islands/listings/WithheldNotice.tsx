import { useStore } from '@nanostores/react'
import type { SyntheticEvent } from 'react'
import { messages } from '#domain/language.ts'
import type { Withheld } from '#domain/moderation/desk.ts'
import { DisputeField } from '../../components/listings/DisputeField.tsx'
import { WithheldReason } from '../../components/listings/WithheldReason.tsx'
import { FaultAlert } from '../../components/Field.tsx'
import type { ManageKey } from '../../lib/listings/manage-keys.ts'
import { $statusMessage, disputeDecision } from '../../stores/managed-listings.ts'

type WithheldNoticeProps = { manageKey: ManageKey; withheld: Withheld }

/** Tells the owner why visitors do not see the listing, and what to do. */
export function WithheldNotice({ manageKey, withheld }: WithheldNoticeProps) {
  const message = useStore($statusMessage)
  const { withheld: owner } = messages()

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    await disputeDecision(manageKey, String(new FormData(event.currentTarget).get('dispute')))
  }

  return (
    <div>
      <WithheldReason withheld={withheld} />
      {withheld.dispute === null && (
        <details>
          <summary>{owner.dispute}</summary>
          <form className="fields" onSubmit={(event) => void submit(event)}>
            <DisputeField label={owner.dispute} send={owner.sendDispute} />
            {message?.isFault && <FaultAlert message={message.text} />}
          </form>
        </details>
      )}
    </div>
  )
}
