import { disputeMaximum } from '#domain/moderation/reasons.ts'

type DisputeFieldProps = {
  label: string
  send: string
  /** Where a form with other fields sends it. */
  action?: string
}

export function DisputeField({ label, send, action }: DisputeFieldProps) {
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
          required={action === undefined}
          maxLength={disputeMaximum}
          aria-labelledby="dispute-label"
        />
      </div>
      <button className="plain" type="submit" formAction={action} formNoValidate={action !== undefined}>
        {send}
      </button>
    </>
  )
}
