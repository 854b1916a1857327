import { fill, messages } from '#domain/language.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'event-star': {
        'data-event': string
        'data-label': string
        dangerouslySetInnerHTML: { __html: string }
        suppressHydrationWarning: boolean
      }
    }
  }
}

/** `islands/events/star-button.ts` adds the button. */
export function Star({ event: { id, title } }: { event: { id: string; title: string } }) {
  return (
    <event-star
      data-event={id}
      data-label={fill(messages().personal.star, { title })}
      dangerouslySetInnerHTML={{ __html: '' }}
      suppressHydrationWarning
    />
  )
}
