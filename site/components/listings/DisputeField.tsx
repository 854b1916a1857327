import { maxDispute } from '#domain/moderation/reasons.ts'

type DisputeFieldProps = {
  label: string
  send: string
  /** URL that receives the dispute, if the field is part of a larger form. */
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
          maxLength={maxDispute}
          aria-labelledby="dispute-label"
        />
      </div>
      <button className="plain" type="submit" formAction={action} formNoValidate={action !== undefined}>
        {send}
      </button>
    </>
  )
}
