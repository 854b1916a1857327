import type { ComponentProps } from 'react'
import { fill, messages } from '#domain/language.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'event-star': ComponentProps<'span'>
    }
  }
}

type StarProps = {
  event: { id: string; title: string }
  isWorded?: boolean
}

/** `islands/events/star-button.ts` adds the button. */
export function Star({ event: { id, title }, isWorded = false }: StarProps) {
  const { add, addThis, added, remove } = messages().personal
  return (
    <event-star
      data-event={id}
      data-add={isWorded ? addThis : fill(add, { title })}
      data-added={isWorded ? added : undefined}
      data-remove={fill(remove, { title })}
      dangerouslySetInnerHTML={{ __html: '' }}
      suppressHydrationWarning
    />
  )
}
