import { useEffect, useRef } from 'react'

/** What takes the form's place. It takes the focus too, which the form's button had, and so is read out. */
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
      <h2 id="submitted">Application Submitted</h2>
      <p id="submitted-text">
        Thank you for applying! We'll review your application and get back to you soon.
      </p>
    </section>
  )
}
