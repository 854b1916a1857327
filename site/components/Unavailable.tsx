import { TryAgain } from './TryAgain.tsx'

type UnavailableProps = { heading?: string; text: string; onTry?: () => void }

/** In place of what could not be read. `heading`: if that is the page's record. */
export function Unavailable({ heading, text, onTry }: UnavailableProps) {
  return (
    <>
      {heading !== undefined && <h1>{heading}</h1>}
      <p role="alert">{text}</p>
      <TryAgain onTry={onTry} />
    </>
  )
}
