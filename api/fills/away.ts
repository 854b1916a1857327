import { words } from '#domain/language.ts'
import { escapeHtml } from '#domain/page-head.ts'
import { writeWords } from '#domain/page-shell.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import type { ShellFile } from '../publisher/pages.ts'

/**
 * The page of a dynamic route while its record cannot be read. Undefined for the other pages, which say enough
 * without one.
 */
export function fillAway(file: ShellFile): Fill | undefined {
  const said = describe(file)
  if (!said) return undefined
  const [heading, text] = said
  // With scripts the page reads its record itself, and says what came of that.
  return {
    status: 503,
    head: { isHidden: true },
    words: `<h1>${escapeHtml(heading)}</h1>${writeWords([text])}`,
  }
}

function describe(file: ShellFile): [heading: string, text: string] | undefined {
  const { answers, events } = words()
  switch (file) {
    case 'events.html':
      return [events.title, answers.eventsAway]
    default:
      return undefined
  }
}
