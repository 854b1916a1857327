import { event } from './documents/event.ts'
import { importSource } from './documents/import-source.ts'
import { venue } from './documents/venue.ts'
import { body } from './objects/body.ts'
import { callToAction } from './objects/call-to-action.ts'
import { figure } from './objects/figure.ts'
import { kpi } from './objects/kpi.ts'
import { member } from './objects/member.ts'
import { partner } from './objects/partner.ts'
import { phase } from './objects/phase.ts'
import { question } from './objects/question.ts'
import { quote } from './objects/quote.ts'
import { range } from './objects/range.ts'
import { tier } from './objects/tier.ts'
import { timelineStep } from './objects/timeline-step.ts'
import { singletons } from './singletons.ts'

export const schemaTypes = [
  ...singletons,
  event,
  importSource,
  venue,
  body,
  callToAction,
  figure,
  kpi,
  member,
  partner,
  phase,
  question,
  quote,
  range,
  tier,
  timelineStep,
]
