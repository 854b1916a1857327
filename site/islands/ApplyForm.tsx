export { default } from '@astrojs/react/client.js' // oxlint-disable-line no-default-export -- See site/bundle.ts.
import { type HTMLInputTypeAttribute, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { messages } from '#domain/language.ts'
import { FaultSummary, useFaults } from '../components/FaultSummary.tsx'
import { Field } from '../components/Field.tsx'
import { useIsScripted } from '../components/use-is-scripted.ts'
import type { Copy } from '../lib/content/localize.ts'
import {
  type ApplicationDraft,
  type ApplicationField,
  type DraftField,
  draftFields,
  findDeckFault,
  listApplicationFaults,
  saveDraft,
  readDraft,
  submitApplication,
} from '../lib/application.ts'

type Booking = { text: Copy<string> | undefined; label: Copy<string>; url: string }

/** Uncontrolled, so that text typed before this script loaded is kept. */
export function ApplyForm({ booking }: { booking: Booking }) {
  const [isSubmitted, setIsSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isScripted = useIsScripted()
  const { faults, setFaults, clearFault, showFaults, summary } =
    useFaults<ApplicationField>(listApplicationFaults)
  const { apply } = messages()
  const hints: Partial<Record<DraftField, string>> = apply.hints
  const judgeDeck = (fileName?: string) => setFaults((known) => ({ ...known, deck: findDeckFault(fileName) }))

  useEffect(() => {
    if (!form.current) return
    const draft = readDraft()
    for (const field of draftFields) {
      const input = findInput(form.current, field)
      if (input.value === '') input.value = draft[field] ?? ''
    }
    saveDraft(readForm(form.current))
    const deck = findDeckFault(findInput(form.current, 'deck').files?.[0]?.name)
    if (deck) setFaults({ deck })
  }, [setFaults])

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const found = submitApplication({
      draft: readForm(element),
      deck: findInput(element, 'deck').files?.[0]?.name,
      refused: (['email', 'loomUrl'] as const).filter(
        (field) => findInput(element, field).validity.typeMismatch,
      ),
    })
    if (listApplicationFaults(found).length === 0) return setIsSubmitted(true)
    showFaults(found)
  }

  const text = (
    name: DraftField,
    type: HTMLInputTypeAttribute,
    rest: { required?: boolean; autoComplete?: string } = {},
  ) => (
    <Field name={name} label={apply[name]} fault={faults[name]} hint={hints[name]}>
      {(attributes) => (
        <input {...attributes} type={type} autoComplete="off" {...rest} onChange={() => clearFault(name)} />
      )}
    </Field>
  )

  if (isSubmitted) return <Submitted {...booking} />
  return (
    // No server takes this form. Without scripts, method “dialog” sends nothing and the button is disabled.
    <form
      ref={form}
      className="fields"
      aria-label={apply.form}
      method="dialog"
      noValidate={isScripted}
      onInput={(event) => saveDraft(readForm(event.currentTarget))}
      onSubmit={submit}
    >
      <FaultSummary faults={summary} />
      <p className="quiet">{apply.required}</p>
      {text('name', 'text', { required: true, autoComplete: 'name' })}
      {text('email', 'email', { required: true, autoComplete: 'email' })}
      {text('projectName', 'text', { required: true })}
      {text('oneLiner', 'text', { required: true })}
      {text('loomUrl', 'url')}
      <DeckField fault={faults.deck} onChoose={judgeDeck} />
      <button type="submit" disabled={!isScripted}>
        {apply.submit}
      </button>
    </form>
  )
}

function findInput(form: HTMLFormElement, field: ApplicationField): HTMLInputElement {
  return form.elements.namedItem(field) as HTMLInputElement
}

function readForm(form: HTMLFormElement): ApplicationDraft {
  const entries = draftFields.map((field) => [field, findInput(form, field).value])
  return Object.fromEntries(entries) as ApplicationDraft
}

function DeckField({ fault, onChoose }: { fault: string | undefined; onChoose: (name?: string) => void }) {
  const input = useRef<HTMLInputElement>(null)

  const remove = () => {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    onChoose(undefined)
  }

  return (
    <>
      <Field
        name="deck"
        label={messages().apply.deck}
        fault={fault}
        hint={messages().apply.hints.deck}
        isLive
      >
        {(attributes) => (
          <input
            {...attributes}
            ref={input}
            type="file"
            accept=".pdf"
            onChange={(event) => onChoose(event.currentTarget.files?.[0]?.name)}
          />
        )}
      </Field>
      {fault && (
        <button type="button" className="plain" onClick={remove}>
          {messages().apply.removeFile}
        </button>
      )}
    </>
  )
}

/** Takes the focus from the form's button, so that screen readers announce it. */
function Submitted({ text, label, url }: Booking) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      className="submitted"
      tabIndex={-1}
      aria-labelledby="submitted"
      aria-describedby="submitted-text"
    >
      <h2 id="submitted">{messages().apply.submitted}</h2>
      <p id="submitted-text">{messages().apply.submittedText}</p>
      {text && (
        <p className="lines" lang={text.lang}>
          {text.value}
        </p>
      )}
      <p>
        <a className="filled next" href={url} rel="noopener external" lang={label.lang}>
          {label.value}
        </a>
      </p>
    </section>
  )
}
