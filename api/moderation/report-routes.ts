import { Hono } from 'hono'
import { fill, linkTo, messages } from '#domain/language.ts'
import { reportSchema } from '#domain/moderation/desk.ts'
import { maxReportText } from '#domain/moderation/reasons.ts'
import { extractSpamTrap } from '#domain/moderation/spam-trap.ts'
import { isUuid } from '#domain/uuid.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import { listingSources } from '../answers/sources.ts'
import type { Database } from '../database/open.ts'
import { requestErrors, RequestError } from '../errors.ts'
import { formType, readBody, readBodyType, withoutLanguage } from '../http/read-body.ts'
import { refuseForeignForm } from '../http/refuse.ts'
import { countRequest } from './limit-queries.ts'
import { addToLog } from './log-queries.ts'
import type { NetworksOf } from './networks.ts'
import {
  findHidingPause,
  insertReport,
  lockHiding,
  lockReports,
  type ReportTarget,
  weighReports,
} from './report-queries.ts'
import { withholdListing } from './state-queries.ts'

type Dependencies = {
  sql: Database
  answers: AnswerCache
  networksOf: NetworksOf
  siteUrl: string
  reportsToHide: number
}

/** New reports of one network. */
const perHour = 20

/** `/{id}/reports` below `/api/listings` or `/api/events`. `isShown`: whether visitors can see the target. */
export function reportRoutes(
  type: ReportTarget['type'],
  isShown: (id: string) => Promise<boolean>,
  { sql, answers, networksOf, siteUrl, reportsToHide }: Dependencies,
) {
  const unknown = type === 'event' ? requestErrors.unknownEvent : requestErrors.unknownListing
  const routes = new Hono()

  routes.post('/:id/reports', async (c) => {
    const bodyType = readBodyType(c)
    if (bodyType === formType) refuseForeignForm(c, siteUrl, messages().answers.foreignReport)
    const body = readBody(c, bodyType)
    const { trap, fields } = extractSpamTrap(bodyType === formType ? withoutLanguage(body) : body)
    if (trap.isFilled) throw new RequestError(422, messages().refusals.trapFilled)
    const { id } = c.req.param()
    if (!isUuid(id)) throw unknown()
    const report = reportSchema.safeParse(fields)
    if (!report.success)
      throw new RequestError(400, fill(messages().answers.reportFaults, { maximum: maxReportText }))
    if (!(await isShown(id))) throw unknown()

    const networks = networksOf(c)
    const target = { type, id: id.toLowerCase() }
    const hidden = await sql.begin(async (transaction) => {
      await lockReports(transaction, target)
      const isNew = await insertReport(transaction, target, networks, report.data)
      if (!isNew) return undefined
      const wait = await countRequest(transaction, 'reports', { networks, perHour })
      if (wait > 0) throw requestErrors.tooMany(messages().answers.tooManyReports, wait)
      await addToLog(transaction, { who: 'visitor', what: 'report', target: id, reason: report.data.reason })
      const { weight, reason } = await weighReports(transaction, id)
      if (type === 'event' || weight < reportsToHide) return undefined
      await lockHiding(transaction)
      if ((await findHidingPause(transaction)) !== undefined) return undefined
      const hiding = { state: 'hidden', by: 'reports', reason } as const
      const category = await withholdListing(transaction, id, hiding, { ifShown: true })
      if (category !== undefined)
        await addToLog(transaction, { who: 'reports', what: 'hide', target: id, reason })
      return category
    })
    if (hidden !== undefined) answers.invalidate(listingSources(id, { category: hidden }))
    if (bodyType === formType) return c.redirect(linkTo(`/${type}/${id}#reported`), 303)
    return c.body(null, 202)
  })

  return routes
}
