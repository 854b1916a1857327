import { Path } from 'groq-js'
import type { Syntax } from './syntax.ts'

// The package's types do not carry the class.
const PathPattern = Path as unknown as new (pattern: string) => { matches: (text: string) => boolean }

/** GROQ's `x in path("…")`, with an answer of our own: groq-js asks it of every string, and of nothing else. */
class OwnPattern extends PathPattern {
  constructor(matches: (text: string) => boolean) {
    super('**')
    this.matches = matches
  }
}

const any = new OwnPattern(() => true)
const id: Syntax = { type: 'AccessAttribute', name: '_id' }

/** A condition that asks `answer` where `left` is a string, and is `otherwise` where it is something else. */
export function answeredBy(left: Syntax, answer: (text: string) => boolean, otherwise: Syntax): Syntax {
  const condition = isIn(left, any)
  const value = isIn(left, new OwnPattern(answer))
  return {
    type: 'Select',
    alternatives: [{ type: 'SelectAlternative', condition, value }],
    fallback: otherwise,
  }
}

/** As answeredBy, of the id of a document; what has no id is none. */
export function answeredById(ids: Iterable<string>, otherwise: Syntax): Syntax {
  const known = new Set(ids)
  return answeredBy(id, (text) => known.has(text), otherwise)
}

function isIn(left: Syntax, pattern: OwnPattern): Syntax {
  return { type: 'OpCall', op: 'in', left, right: { type: 'Value', value: pattern } }
}
