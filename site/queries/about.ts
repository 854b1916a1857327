import { defineQuery } from 'groq'
import { z } from 'zod'
import { body } from './body.ts'
import {
  copy,
  copyFields,
  count,
  items,
  optional,
  optionalCopy,
  optionalText,
  pageFields,
  pageParts,
  range,
  table,
  texts,
  title,
} from './parts.ts'
import { action, actionFields, quote, quoteFields } from './shared-parts.ts'

export const aboutQuery = defineQuery(`
  *[_type == "about" && _id == "about"][0]{
    ${pageFields},
    "facts": coalesce(
      facts{
        months, events, eventsPerWeek, pitchCallMinutes, pitchMinutes, questionMinutes, feedbackMinutes,
        "feedbackRounds": coalesce(feedbackRounds{ from, to }, feedbackRounds),
        "investorConversations": coalesce(investorConversations{ from, to }, investorConversations)
      },
      facts
    ),
    "phases": coalesce(
      phases[]{ ${copyFields('name')}, ${copyFields('title')}, ${copyFields('body')} },
      phases
    ),
    ${copyFields('values')},
    ${copyFields('rhythm')},
    timeline[]{ ${copyFields('title')}, ${copyFields('text')} },
    quotes[]{ ${quoteFields} },
    action{ ${actionFields} }
  }`)

export const aboutSchema = z.object({
  ...pageParts,
  intro: copy(body),
  facts: z.object({
    months: count,
    events: count,
    eventsPerWeek: count,
    pitchCallMinutes: count,
    pitchMinutes: count,
    questionMinutes: count,
    feedbackMinutes: count,
    feedbackRounds: range,
    investorConversations: range,
  }),
  phases: table(z.object({ name: copy(title), title: optionalCopy, body: copy(body) })),
  values: copy(texts),
  rhythm: copy(optional(texts)),
  timeline: items(z.object({ title: copy(title), text: optionalText })),
  quotes: items(quote),
  action: optional(action),
})

export const about = { id: 'about', query: aboutQuery, schema: aboutSchema }

export type About = z.output<typeof aboutSchema>
