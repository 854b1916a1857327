import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import { linkTo, messages } from '#domain/language.ts'
import type { HomeCity } from '#domain/listings/catalogue.ts'
import { maxQueryLength } from '#domain/search.ts'
import { useIsScripted } from '../../components/use-is-scripted.ts'
import { readSearch } from '../../lib/search/search.ts'
import { $chosenCity } from '../../stores/search.ts'
import { $isSlashOn } from '../../stores/slash.ts'
import {
  $list,
  $options,
  $suggestionStatus,
  closeList,
  findActivePath,
  handleListKey,
  stopSuggesting,
  suggest,
} from '../../stores/suggestions.ts'
import { optionId, SearchOptions } from './SearchOptions.tsx'
import { SlashSwitch, useSlash } from './SlashSwitch.tsx'

type SearchBoxProps = { text?: string | undefined; city?: HomeCity | undefined }

/** With scripts a combobox (WAI-ARIA). Uncontrolled, so that text typed before the script loaded is kept. */
export function SearchBox({ text, city: renderedCity }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const isScripted = useIsScripted()
  const city = useStore($chosenCity, { ssr: () => renderedCity })
  const status = useStore($suggestionStatus)
  const isSlashOn = useStore($isSlashOn, { ssr: () => true })
  const { isOpen, active } = useStore($list)
  const isListed = useStore($options).length > 0 && isOpen
  useSlash(input)

  useEffect(() => {
    const field = input.current
    if (field?.value === '') field.value = readSearch(window.location.search)?.text ?? ''
    else if (field && field === document.activeElement) suggest(field.value)
    return stopSuggesting
  }, [])

  return (
    <>
      <form className="search" action={linkTo('/')} method="get" role="search" onSubmit={submit}>
        <label htmlFor="search">{messages().search.label}</label>
        <div className="search-row">
          <input
            ref={input}
            id="search"
            name="q"
            type="search"
            maxLength={maxQueryLength}
            defaultValue={text}
            autoComplete="off"
            enterKeyHint="search"
            spellCheck={false}
            onInput={(event) => suggest(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={closeList}
            {...(isScripted && {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-controls': 'search-options',
              'aria-expanded': isListed,
              'aria-activedescendant': isListed && active !== undefined ? optionId(active) : undefined,
              'aria-keyshortcuts': isSlashOn ? '/' : undefined,
            })}
          />
          {city && <input type="hidden" name="city" value={city} />}
          <button type="submit">{messages().search.button}</button>
        </div>
        {isScripted && <SearchOptions isOpen={isListed} active={active} />}
        {/* Visible if no list is shown, else for screen readers only. */}
        <p role="status" className={isOpen && status && !isListed ? 'search-status' : 'unseen'}>
          {isOpen && status}
        </p>
      </form>
      <SlashSwitch />
    </>
  )
}

function press(event: KeyboardEvent<HTMLInputElement>) {
  // Keys during a composition belong to the input method.
  if (event.nativeEvent.isComposing) return
  const path = event.key === 'Enter' ? findActivePath() : undefined
  const move = handleListKey(event)
  if (path ?? move) event.preventDefault()
  if (path) window.location.assign(path)
  if (move?.isCleared) {
    event.currentTarget.value = ''
    suggest('')
  }
}

function submit(event: SyntheticEvent<HTMLFormElement>) {
  stopSuggesting()
  const field = event.currentTarget.elements.namedItem('q') as HTMLInputElement
  if (field.value.trim() !== '') return
  event.preventDefault()
  field.focus()
}
