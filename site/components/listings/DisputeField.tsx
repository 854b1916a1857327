import { disputeMaximum } from '#domain/moderation/reasons.ts'

export function DisputeField({ label, send }: { label: string; send: string }) {
  return (
    <>
      <div className="field">
        <label htmlFor="dispute" id="dispute-label">
          {label}
        </label>
        <textarea
          id="dispute"
          name="dispute"
          rows={3}
          required
          maxLength={disputeMaximum}
          aria-labelledby="dispute-label"
        />
      </div>
      <button className="plain" type="submit">
        {send}
      </button>
    </>
  )
}
