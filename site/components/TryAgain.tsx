import type { MouseEvent } from 'react'
import { messages } from '#domain/language.ts'
import { useIsScripted } from './use-is-scripted.ts'

/** Shown after a failed read. A link that loads the page again without scripts, and without `onTry`. */
export function TryAgain({ onTry }: { onTry?: (() => void) | undefined }) {
  const isScripted = useIsScripted()
  const { retry } = messages().network

  /** While the read runs, the button is gone: the focus moves to the part of the page that contains it. */
  function press({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const place =
      currentTarget.closest('section') ?? currentTarget.closest('aside') ?? document.getElementById('main')
    if (place) place.tabIndex = -1
    place?.focus({ preventScroll: true })
    onTry?.()
  }

  return (
    <p className="screen-only">
      {onTry && isScripted ? (
        <button type="button" className="plain" onClick={press}>
          {retry}
        </button>
      ) : (
        // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address of the page itself
        <a href="">{retry}</a>
      )}
    </p>
  )
}
