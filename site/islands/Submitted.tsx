import { useEffect, useRef } from 'react'
import { words } from '#domain/language.ts'

/** Takes the focus, which the form's button had, and so is read out. */
export function Submitted() {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      className="submitted"
      tabIndex={-1}
      aria-labelledby="submitted"
      aria-describedby="submitted-text"
    >
      <h2 id="submitted">{words().apply.submitted}</h2>
      <p id="submitted-text">{words().apply.submittedText}</p>
    </section>
  )
}
