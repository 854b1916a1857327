import { isDay } from '#domain/pacific.ts'

type TurnProps = {
  label: string
  sign: string
  name: 'month' | 'day'
  to: string
}

/** Nothing lies before the year 1 and after 9999. */
export function Turn({ label, sign, name, to }: TurnProps) {
  if (!isDay(name === 'month' ? `${to}-01` : to)) return <span className="calendar-turn" />
  return (
    <button type="submit" className="calendar-turn" aria-label={label} name={name} value={to}>
      {sign}
    </button>
  )
}
