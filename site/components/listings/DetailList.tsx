import type { Details } from '#domain/listings/details.ts'
import { describeDetails } from './describe-details.ts'

export function DetailList({ details }: { details: Details }) {
  const described = describeDetails(details)
  if (described.length === 0) return null
  return (
    <dl className="details">
      {described.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
