import { useStore } from '@nanostores/react'
import { type HTMLInputTypeAttribute, type SyntheticEvent, useEffect, useRef } from 'react'
import { words } from '#domain/language.ts'
import {
  $faults,
  $isSubmitted,
  type ApplicationDraft,
  checkDeck,
  draftFields,
  type DraftField,
  forgetFault,
  keepDraft,
  readDraft,
  submitApplication,
} from '../stores/apply-form.ts'
import { DeckField } from './DeckField.tsx'
import { Field } from '../components/Field.tsx'
import { Submitted } from './Submitted.tsx'
import { useIsScripted } from '../components/use-is-scripted.ts'

/** The form of an application, and what takes its place once it is submitted. */
export function ApplyForm() {
  return useStore($isSubmitted) ? <Submitted /> : <Form />
}

/** Its fields are the browser's own (uncontrolled): what was typed before this script arrived is never touched. */
function Form() {
  const form = useRef<HTMLFormElement>(null)
  const isScripted = useIsScripted()
  const { apply } = words()

  useEffect(() => {
    if (!form.current) return
    const draft = readDraft()
    for (const field of draftFields) {
      const input = findInput(form.current, field)
      if (input.value === '') input.value = draft[field] ?? ''
    }
    keepDraft(readForm(form.current))
    checkDeck(findInput(form.current, 'deck').files?.[0]?.name)
  }, [])

  return (
    // Without the script there is nobody to take it: “dialog” sends nothing anywhere, and the button is off.
    <form
      ref={form}
      className="fields"
      aria-label={apply.form}
      method="dialog"
      noValidate={isScripted}
      onInput={(event) => keepDraft(readForm(event.currentTarget))}
      onSubmit={submit}
    >
      <p className="quiet">{apply.required}</p>
      <Text name="name" label={apply.name} type="text" required autoComplete="name" />
      <Text name="email" label={apply.email} type="email" required autoComplete="email" />
      <Text name="projectName" label={apply.projectName} type="text" required autoComplete="off" />
      <Text name="oneLiner" label={apply.oneLiner} type="text" required autoComplete="off" />
      <Text name="loomUrl" label={apply.loomUrl} type="url" autoComplete="off" />
      <DeckField />
      <button type="submit" disabled={!isScripted}>
        {apply.submit}
      </button>
    </form>
  )
}

type TextProps = {
  name: DraftField
  label: string
  type: HTMLInputTypeAttribute
  required?: boolean
  autoComplete: string
}

function Text({ name, label, ...rest }: TextProps) {
  const fault = useStore($faults)[name]
  return (
    <Field name={name} label={label} fault={fault}>
      {(attributes) => <input {...attributes} {...rest} onChange={() => forgetFault(name)} />}
    </Field>
  )
}

function submit(event: SyntheticEvent<HTMLFormElement>) {
  event.preventDefault()
  const form = event.currentTarget
  const firstAtFault = submitApplication({
    draft: readForm(form),
    deck: findInput(form, 'deck').files?.[0]?.name,
    refused: (['email', 'loomUrl'] as const).filter((field) => findInput(form, field).validity.typeMismatch),
  })
  if (firstAtFault) findInput(form, firstAtFault).focus()
}

function findInput(form: HTMLFormElement, field: DraftField | 'deck'): HTMLInputElement {
  return form.elements.namedItem(field) as HTMLInputElement
}

function readForm(form: HTMLFormElement): ApplicationDraft {
  const entries = draftFields.map((field) => [field, findInput(form, field).value])
  return Object.fromEntries(entries) as ApplicationDraft
}
