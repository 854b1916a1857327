import { messages } from '#domain/language.ts'
import { reportReasons, maxReportText } from '#domain/moderation/reasons.ts'
import { Field } from './Field.tsx'
import { Honeypot } from './Honeypot.tsx'
import { LanguageField } from './LanguageField.tsx'

type ReportFormProps = { type: 'listing' | 'event'; id: string }

/** Works without scripts. The server redirects to `#reported`. */
export function ReportForm({ type, id }: ReportFormProps) {
  const { report, reportEvent, whatIsWrong, reasons, note, sendReport, thanks } = messages().moderation
  return (
    <section className="report">
      <p id="reported" tabIndex={-1}>
        {thanks}
      </p>
      <details>
        <summary>{type === 'event' ? reportEvent : report}</summary>
        <form
          className="fields"
          action={`/api/${type === 'event' ? 'events' : 'listings'}/${id}/reports`}
          method="post"
        >
          <LanguageField />
          <Honeypot />
          <fieldset className="reasons">
            <legend>{whatIsWrong}</legend>
            {reportReasons.map((reason) => (
              <label key={reason} id={`reason-${reason}`}>
                <input
                  type="radio"
                  name="reason"
                  value={reason}
                  required
                  aria-labelledby={`reason-${reason}`}
                />{' '}
                {reasons[reason]}
              </label>
            ))}
          </fieldset>
          <Field name="text" label={note} fault={undefined}>
            {(attributes) => <textarea {...attributes} rows={3} maxLength={maxReportText} />}
          </Field>
          <button type="submit" className="plain">
            {sendReport}
          </button>
        </form>
      </details>
    </section>
  )
}
