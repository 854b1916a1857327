import { TryAgain } from './TryAgain.tsx'

type UnavailableProps = { heading: string; text: string; onTry?: () => void }

/** A page whose record could not be read. */
export function Unavailable({ heading, text, onTry }: UnavailableProps) {
  return (
    <>
      <h1>{heading}</h1>
      <p role="alert">{text}</p>
      <TryAgain onTry={onTry} />
    </>
  )
}
