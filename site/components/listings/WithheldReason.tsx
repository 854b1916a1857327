import { fill, messages } from '#domain/language.ts'
import type { Withheld } from '#domain/moderation/desk.ts'
import { formatShortDateAndTime } from '#domain/pacific.ts'

export function WithheldReason({ withheld }: { withheld: Withheld }) {
  const { withheld: owner, moderation } = messages()
  const { state, showAt, reason, dispute } = withheld
  return (
    <>
      <p>
        <strong>{describe(withheld)}</strong>
        {reason !== null && ` ${fill(owner.reason, { reason: moderation.reasons[reason] })}`}
        {state === 'held' && ` ${describeEnd(showAt)}`}
      </p>
      {dispute !== null && <p className="as-written">{fill(owner.disputed, { text: dispute })}</p>}
      {state !== 'removed' && <p>{owner.whatNow}</p>}
    </>
  )
}

function describeEnd(showAt: string | null): string {
  const { heldForPerson, heldUntil } = messages().withheld
  return showAt === null ? heldForPerson : fill(heldUntil, { time: formatShortDateAndTime(showAt) })
}

function describe({ state, by }: Withheld): string {
  const { withheld: owner } = messages()
  if (state === 'removed') return owner.removed
  if (state === 'held') return by === 'edit' ? owner.edited : by === 'limit' ? owner.limited : owner.filtered
  return by === 'reports' ? owner.reported : owner.hidden
}
