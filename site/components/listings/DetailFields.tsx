import { fill, messages } from '#domain/language.ts'
import { currencies, payPeriods, pricePeriods } from '#domain/listings/details.ts'
import { ListingControl, type ListingControlsProps } from './ListingControl.tsx'

/** The optional fields. The style sheet shows those of the chosen category, with and without scripts. */
export function DetailFields(props: ListingControlsProps) {
  const { details } = messages()
  const { typed } = props
  return (
    <>
      <fieldset className="details of-jobs">
        <legend>{details.ofJob}</legend>
        <ListingControl name="company" {...props}>
          {(attributes) => (
            <input {...attributes} type="text" autoComplete="organization" defaultValue={typed.company} />
          )}
        </ListingControl>
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
        <ListingControl name="date" {...props}>
          {(attributes) => <input {...attributes} type="date" defaultValue={typed.date} />}
        </ListingControl>
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

function Amount(props: ListingControlsProps & { name: 'payFrom' | 'payTo' | 'price' }) {
  return (
    <ListingControl {...props}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={props.typed[props.name]}
        />
      )}
    </ListingControl>
  )
}

type ChoiceProps = ListingControlsProps & {
  name: 'payCurrency' | 'payPeriod' | 'pricePeriod'
  choices: ReadonlyArray<(typeof currencies)[number] | keyof Periods>
  defaultChoice: string
}

type Periods = ReturnType<typeof messages>['details']['periods']

function Choice({ choices, defaultChoice, ...props }: ChoiceProps) {
  const periods: Record<string, string> = messages().details.periods
  return (
    <ListingControl {...props}>
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
    </ListingControl>
  )
}
