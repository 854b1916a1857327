import { defineQuery } from 'groq'
import { z } from 'zod'
import type { ContentQuery } from '../lib/content.ts'
import { body } from './body.ts'
import { count, optionalText, pageParts, range, text, texts } from './parts.ts'

export const aboutQuery = defineQuery(`
  *[_type == "about" && _id == "about"][0]{
    title, description, intro,
    facts{
      months, events, eventsPerWeek, pitchCallMinutes, pitchMinutes, questionMinutes, feedbackMinutes,
      feedbackRounds{ from, to }, investorConversations{ from, to }
    },
    phases[]{ name, title, body },
    values
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
  intro: body,
  facts: factsSchema,
  phases: z.array(z.object({ name: text, title: optionalText, body })).min(1),
  values: texts,
})

export type About = z.output<typeof aboutSchema>

/** What the programme is. */
export const about: ContentQuery<About> = { id: 'about', query: aboutQuery, schema: aboutSchema }
