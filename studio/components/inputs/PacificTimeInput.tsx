import { CalendarIcon } from '@sanity/icons/Calendar'
import { Box, Button, Flex, Stack, TextInput } from '@sanity/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { set, type StringInputProps, unset, useFormValue } from 'sanity'
import { readStoredDate, readTypedDate, writeDate } from '#domain/events/typed-date.ts'
import { toDay, toLocal } from '#domain/pacific.ts'
import { DateNotes } from './DateNotes.tsx'

/**
 * A date and time as people write it, in Pacific time. Every keystroke is stored: the instant, or a text that cannot be
 * read, which validation refuses. So what the form shows is never published as something else.
 */
export function PacificTimeInput({
  value,
  onChange,
  readOnly,
  elementProps,
  schemaType,
  validation,
  validationError,
}: StringInputProps) {
  const allDay = useFormValue(['allDay']) === true
  const [typed, setTyped] = useState<string>()
  const sent = useRef(new Set<string | undefined>())
  const picker = useRef<HTMLInputElement>(null)
  const notes = useId()

  // Another editor's change, or a discarded draft, replaces the typed text.
  useEffect(() => {
    if (!sent.current.has(value)) setTyped(undefined)
  }, [value])

  /** Typed text stays in the field as it is. */
  function enter(text: string, isTyped = false) {
    setTyped(isTyped ? text : undefined)
    const next = text.trim() === '' ? undefined : (readTypedDate(text, { allDay }).instant ?? text)
    sent.current.add(next)
    onChange(next === undefined ? unset() : set(next))
  }

  const given = typed ?? value ?? ''
  const read = typed === undefined ? readStoredDate : readTypedDate
  const reading = given.trim() === '' ? undefined : read(given, { allDay })
  const instant = reading?.instant
  const text = typed === undefined && instant !== undefined ? writeDate(instant, allDay) : given
  const hasTime = instant !== undefined && !allDay

  return (
    <Stack gap={2}>
      <Box style={{ position: 'relative' }}>
        <TextInput
          {...elementProps}
          aria-describedby={[elementProps['aria-describedby'], notes].filter(Boolean).join(' ')}
          aria-invalid={reading?.fault !== undefined}
          autoComplete="off"
          customValidity={typed === undefined ? validationError : undefined}
          maxLength={100}
          readOnly={readOnly}
          value={text}
          onBlur={(event) => {
            elementProps.onBlur(event)
            setTyped(undefined)
            sent.current.clear()
          }}
          onChange={({ currentTarget }) => enter(currentTarget.value, true)}
          suffix={
            readOnly ? undefined : (
              <Flex style={{ padding: 5 }}>
                <Button
                  aria-label={`Choose a day: ${schemaType.title}`}
                  icon={CalendarIcon}
                  mode="bleed"
                  padding={2}
                  onClick={() => picker.current?.showPicker()}
                />
              </Flex>
            )
          }
        />
        {/* Only its calendar is used, which opens below the button. With a time it starts from that, never from now. */}
        <input
          aria-hidden
          ref={picker}
          tabIndex={-1}
          type={hasTime ? 'datetime-local' : 'date'}
          value={instant === undefined ? '' : hasTime ? toLocal(instant).slice(0, 16) : toDay(instant)}
          onChange={({ currentTarget }) => enter(currentTarget.value)}
          style={{ position: 'absolute', right: 0, bottom: 0, width: 30, opacity: 0, pointerEvents: 'none' }}
        />
      </Box>
      <DateNotes
        allDay={allDay}
        id={notes}
        isTyping={typed !== undefined}
        reading={reading}
        validation={validation}
        onChoose={readOnly ? undefined : enter}
      />
    </Stack>
  )
}
