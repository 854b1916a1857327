import type { ReactNode } from 'react'
import { fill, messages } from '#domain/language.ts'
import { currencies, type DetailField, payPeriods, pricePeriods } from '#domain/listings/details.ts'
import type { ListingField } from '#domain/listings/listing.ts'
import type { ListingFaults } from '../../lib/listings/listing-form.ts'
import { type ControlAttributes, Field } from '../Field.tsx'

type DetailFieldsProps = {
  typed: Partial<Record<ListingField, string | number | undefined>>
  faults: ListingFaults
  onClearFault?: (field: ListingField) => void
}

/** The optional fields. The style sheet shows those of the chosen category, with and without scripts. */
export function DetailFields(props: DetailFieldsProps) {
  const { details } = messages()
  const { typed } = props
  return (
    <>
      <fieldset className="details of-jobs">
        <legend>{details.ofJob}</legend>
        <Control name="company" {...props}>
          {(attributes) => (
            <input {...attributes} type="text" autoComplete="organization" defaultValue={typed.company} />
          )}
        </Control>
        <div className="field-row">
          <Amount name="payFrom" {...props} />
          <Amount name="payTo" {...props} />
          <Choice name="payCurrency" choices={currencies} defaultChoice="USD" {...props} />
          <Choice name="payPeriod" choices={payPeriods} defaultChoice="year" {...props} />
        </div>
        <p className="quiet">{details.payLaw}</p>
      </fieldset>
      <fieldset className="details of-housing">
        <legend>{details.ofHousing}</legend>
        <div className="field-row">
          <Amount name="price" {...props} />
          <Choice name="pricePeriod" choices={pricePeriods} defaultChoice="month" {...props} />
        </div>
        <FairHousing />
      </fieldset>
      <fieldset className="details of-event">
        <legend>{details.ofEvent}</legend>
        <Control name="date" {...props}>
          {(attributes) => <input {...attributes} type="date" defaultValue={typed.date} />}
        </Control>
        <p className="quiet">{details.dateHint}</p>
      </fieldset>
    </>
  )
}

export function FairHousing() {
  const { fairHousing, fairHousingLink } = messages().details
  return (
    <p className="quiet">
      {fairHousing}{' '}
      <a href="https://www.hud.gov/fairhousing" rel="noopener" target="_blank">
        {fairHousingLink}
      </a>
    </p>
  )
}

function Amount(props: DetailFieldsProps & { name: 'payFrom' | 'payTo' | 'price' }) {
  return (
    <Control {...props}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={props.typed[props.name]}
        />
      )}
    </Control>
  )
}

type ChoiceProps = DetailFieldsProps & {
  name: 'payCurrency' | 'payPeriod' | 'pricePeriod'
  choices: ReadonlyArray<(typeof currencies)[number] | keyof Periods>
  defaultChoice: string
}

type Periods = ReturnType<typeof messages>['details']['periods']

function Choice({ choices, defaultChoice, ...props }: ChoiceProps) {
  const periods: Record<string, string> = messages().details.periods
  return (
    <Control {...props}>
      {(attributes) => (
        <select {...attributes} defaultValue={props.typed[props.name] ?? ''}>
          <option value="">
            {fill(messages().details.orTyped, { choice: periods[defaultChoice] ?? defaultChoice })}
          </option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {periods[choice] ?? choice}
            </option>
          ))}
        </select>
      )}
    </Control>
  )
}

type ControlProps = Omit<DetailFieldsProps, 'typed'> & {
  name: DetailField
  children: (attributes: ControlAttributes<DetailField> & { onChange?: () => void }) => ReactNode
}

function Control({ name, faults, onClearFault, children }: ControlProps) {
  return (
    <Field name={name} label={messages().details[name]} fault={faults[name]}>
      {(attributes) =>
        children({ ...attributes, ...(onClearFault && { onChange: () => onClearFault(name) }) })
      }
    </Field>
  )
}
