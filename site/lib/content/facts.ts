import { fill } from '#domain/language.ts'
import type { About } from '../../queries/about.ts'
import type { Body, BodyMember } from '../../queries/body.ts'
import { formatRange } from './figures.ts'
import type { Copy } from './localize.ts'

/** Puts the programme's figures into texts that name them: `{months} months` becomes `4 months`. */
export function createFactFiller({ feedbackRounds, investorConversations, ...counts }: About['facts']) {
  const values = {
    ...counts,
    feedbackRounds: formatRange(feedbackRounds),
    investorConversations: formatRange(investorConversations),
  }
  const fillMember = (member: BodyMember): BodyMember =>
    member._type === 'block'
      ? { ...member, children: member.children.map((span) => ({ ...span, text: fill(span.text, values) })) }
      : member
  return {
    fillText: ({ value, lang }: Copy<string>): Copy<string> => ({ value: fill(value, values), lang }),
    fillBody: ({ value, lang }: Copy<Body>): Copy<Body> => ({ value: value.map(fillMember), lang }),
  }
}
