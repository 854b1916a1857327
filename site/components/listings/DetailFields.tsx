import { fill, messages } from '#domain/language.ts'
import { currencies, payPeriods, pricePeriods } from '#domain/listings/details.ts'
import { ListingControl, type ListingControlsProps, TextControl } from './ListingControl.tsx'

const amount = { inputMode: 'decimal', autoComplete: 'off' } as const

/** The optional fields. The style sheet shows those of the chosen category, with and without scripts. */
export function DetailFields(props: ListingControlsProps) {
  const { details } = messages()
  return (
    <>
      <fieldset className="details of-jobs">
        <legend>{details.ofJob}</legend>
        <TextControl name="company" input={{ autoComplete: 'organization' }} {...props} />
        <div className="field-row">
          <TextControl name="payFrom" input={amount} {...props} />
          <TextControl name="payTo" input={amount} {...props} />
          <Choice name="payCurrency" choices={currencies} defaultChoice="USD" {...props} />
          <Choice name="payPeriod" choices={payPeriods} defaultChoice="year" {...props} />
        </div>
        <p className="quiet">{details.payLaw}</p>
      </fieldset>
      <fieldset className="details of-housing">
        <legend>{details.ofHousing}</legend>
        <div className="field-row">
          <TextControl name="price" input={amount} {...props} />
          <Choice name="pricePeriod" choices={pricePeriods} defaultChoice="month" {...props} />
        </div>
        <FairHousing />
      </fieldset>
      <fieldset className="details of-event">
        <legend>{details.ofEvent}</legend>
        <TextControl name="date" input={{ type: 'date' }} {...props} />
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

type ChoiceProps = ListingControlsProps & {
  name: 'payCurrency' | 'payPeriod' | 'pricePeriod'
  choices: readonly string[]
  defaultChoice: string
}

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
