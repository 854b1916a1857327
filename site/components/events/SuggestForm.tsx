import type { SuggestionField } from '#domain/events/suggestion.ts'
import { fill, linkTo, messages } from '#domain/language.ts'
import type { SuggestView } from '#domain/pages/page-view.ts'
import { FaultSummary } from '../FaultSummary.tsx'
import { Field } from '../Field.tsx'
import { Honeypot } from '../Honeypot.tsx'
import { LanguageField } from '../LanguageField.tsx'
import { listFaults } from '../../lib/list-faults.ts'
import { mailTo } from '../../lib/page/path.ts'

type FormView = Extract<SuggestView, { state: 'form' }>
type Form = FormView['form']

const readPath = '/api/suggestions/read'

/** Asks for an address, and shows what was read from it, or the events to choose from. Works without scripts. */
export function SuggestForm({ form, found, hasMore = false, email }: FormView & { email: string }) {
  const { suggest } = messages()
  const { typed, message, faults } = form
  const listed = listFaults(Object.keys(suggest.fields) as SuggestionField[], faults)
  const isFilled = Boolean(typed.title) || listed.length > 0
  const address = String(typed.address ?? '')
  const choose = fill(hasMore ? suggest.chooseNext : suggest.chooseText, { count: found?.length ?? 0 })
  const [before, after] = (found ? choose : suggest.checkText).split('{address}')
  return (
    <>
      <h1>{found ? suggest.choose : isFilled && address ? suggest.check : suggest.title}</h1>
      <FaultSummary faults={listed} message={listed.length > 0 ? undefined : message} />
      {message !== undefined && listed.length === 0 && (
        <p>
          {suggest.write} <a href={mailTo(email, suggest.title)}>{email}</a>
        </p>
      )}
      {(found ?? isFilled) && address && (
        <p>
          {before}
          <bdi>{address}</bdi>
          {after}
        </p>
      )}
      {found && <Choice found={found} />}
      {!found && (
        <form className="fields" action="/api/suggestions" method="post">
          <LanguageField />
          <Honeypot />
          {isFilled && <input type="hidden" name="address" value={address} />}
          {isFilled && <EventFields {...form} />}
          {!isFilled && (
            <>
              <p>{suggest.intro}</p>
              <TextField name="address" {...form} />
              {/* The first button, so that Enter in any field reads the address, which sends nothing to the team. */}
              <button type="submit" formAction={readPath} formNoValidate>
                {suggest.read}
              </button>
              <details open={message !== undefined}>
                <summary>{suggest.byHand}</summary>
                <div className="fields">
                  <EventFields {...form} />
                </div>
              </details>
            </>
          )}
        </form>
      )}
      {(found ?? isFilled) && (
        <p>
          <a href={linkTo('/events/suggest')}>{suggest.again}</a>
        </p>
      )}
    </>
  )
}

function Choice({ found }: { found: NonNullable<FormView['found']> }) {
  return (
    <ul className="choice">
      {found.map(({ typed, when, known }) => (
        <li key={`${when} ${typed.title}`}>
          {known === undefined ? (
            <form action={readPath} method="post">
              <LanguageField />
              {Object.entries({ ...typed, chosen: 'on' }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <button className="plain" type="submit" dir="auto">
                {typed.title}
              </button>
            </form>
          ) : (
            <a href={linkTo(known)} dir="auto">
              {typed.title}
            </a>
          )}
          <p className="quiet">
            {when}
            {typed.location && ' · '}
            <bdi>{typed.location}</bdi>
            {known && ` · ${messages().suggest.isKnown}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

function EventFields(form: Form) {
  const { suggest } = messages()
  return (
    <>
      <TextField name="title" isRequired {...form} />
      <TextField name="date" isRequired {...form} />
      <TextField name="end" {...form} />
      <label className="tick" id="all-day">
        <input
          type="checkbox"
          name="allDay"
          defaultChecked={Boolean(form.typed.allDay)}
          aria-labelledby="all-day"
        />{' '}
        {suggest.fields.allDay}
      </label>
      <TextField name="location" isRequired {...form} />
      <TextField name="organizers" isRequired {...form} />
      <TextField name="price" {...form} />
      <TextField name="url" {...form} />
      <TextField name="description" {...form} />
      <button type="submit">{suggest.send}</button>
    </>
  )
}

type TextFieldProps = Form & { name: SuggestionField; isRequired?: boolean }

function TextField({ name, isRequired = false, typed, faults }: TextFieldProps) {
  const { fields, pacific, optional } = messages().suggest
  const isTime = name === 'date' || name === 'end'
  const label = isTime ? `${fields[name]}, ${pacific}` : fields[name]
  const isMarked = isRequired || name === 'address'
  return (
    <Field
      name={name}
      label={isMarked ? label : fill(optional, { name: label })}
      fault={faults[name]}
      isMarked={isRequired}
    >
      {(attributes) => {
        const all = { ...attributes, required: isRequired, defaultValue: typed[name], autoComplete: 'off' }
        if (name === 'description') return <textarea {...all} rows={8} />
        return <input {...all} type={isTime ? 'datetime-local' : 'text'} />
      }}
    </Field>
  )
}
