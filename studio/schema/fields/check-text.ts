import { plainTextSchema } from '#domain/plain-text.ts'
import { en } from '#domain/words/en.ts'

type TextRules = { title: string; maximum: number; lines: 'one' | 'many' }

/**
 * A check of a text as people type it, for `rule.custom`: true, or one sentence about what is wrong. An absent text is
 * right here: `rule.required` speaks of that.
 */
export function checkText({ title, maximum, lines }: TextRules) {
  const missing = `${title} has no letters: write something, or clear the field`
  const schema = plainTextSchema({ say: () => ({ ...en.faults, name: title, missing }), maximum, lines })
  return (text: string | undefined): true | string => {
    if (text === undefined) return true
    const { error } = schema.safeParse(text)
    return error?.issues[0]?.message ?? true
  }
}
