import { defineQuery } from 'groq'
import { z } from 'zod'
import { body } from './body.ts'
import { copy, copyFields, count, optionalCopy, pageParts, range, table, texts, title } from './parts.ts'

export const aboutQuery = defineQuery(`
  *[_type == "about" && _id == "about"][0]{
    ${copyFields('title')},
    ${copyFields('description')},
    ${copyFields('intro')},
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
    ${copyFields('values')}
  }`)

const factsSchema = z.object({
  months: count,
  events: count,
  eventsPerWeek: count,
  pitchCallMinutes: count,
  pitchMinutes: count,
  questionMinutes: count,
  feedbackMinutes: count,
  feedbackRounds: range,
  investorConversations: range,
})

export const aboutSchema = z.object({
  ...pageParts,
  intro: copy(body),
  facts: factsSchema,
  phases: table(z.object({ name: copy(title), title: optionalCopy, body: copy(body) })),
  values: copy(texts),
})

export const about = { id: 'about', query: aboutQuery, schema: aboutSchema }
