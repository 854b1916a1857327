import { event } from './documents/event.ts'
import { body } from './objects/body.ts'
import { figure } from './objects/figure.ts'
import { kpi } from './objects/kpi.ts'
import { member } from './objects/member.ts'
import { phase } from './objects/phase.ts'
import { range } from './objects/range.ts'
import { tier } from './objects/tier.ts'
import { singletons } from './singletons.ts'

export const schemaTypes = [...singletons, event, body, figure, kpi, member, phase, range, tier]
