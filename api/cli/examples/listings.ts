import { randomUUID } from 'node:crypto'
import type { Language } from '#domain/language.ts'
import { listingInputSchema } from '#domain/listings/listing.ts'
import { reportSchema } from '#domain/moderation/desk.ts'
import { addDays, toDay } from '#domain/pacific.ts'
import type { AppDependencies } from '../../app.ts'
import { insertPosts } from '../../listings/manage-queries.ts'
import { hashSecret } from '../../listings/manage-token.ts'
import { addToLog } from '../../moderation/log-queries.ts'
import { hashNetworks } from '../../moderation/networks.ts'
import { insertReport } from '../../moderation/report-queries.ts'
import examples from './listings.json' with { type: 'json' }
import { updateAges } from './queries.ts'

const marks: Record<Language, string> = {
  en: 'This is an example: nobody posted it.',
  es: 'Esto es un ejemplo: nadie lo publicó.',
  fr: 'Ceci est un exemple : personne ne l’a publié.',
}

/** `inDays` is the field `date`, counted from today. */
export function readListings(now: Date) {
  return examples.map(({ hoursAgo, language = 'en', description, inDays, report, ...fields }) => ({
    hoursAgo,
    report: report && reportSchema.parse(report),
    input: listingInputSchema.parse({
      ...fields,
      description: [...description, '', marks[language as Language]].join('\n'),
      date: inDays === undefined ? undefined : addDays(toDay(now), inDays),
    }),
  }))
}

export type Parts = Pick<AppDependencies, 'sql' | 'judge' | 'pseudonyms'>

/** As visitors from different networks post and report, but some time ago. Listings that exist get new ages. */
export async function postListings({ sql, judge, pseudonyms }: Parts, now: Date): Promise<void> {
  const listings = readListings(now).map((listing, index) => {
    const networks = hashNetworks(pseudonyms, `192.0.2.${index + 1}`)
    return { ...listing, networks, key: hashSecret(`example ${listing.input.title}`) }
  })
  const posts = await Promise.all(
    listings.map(async ({ input, networks, key }) => {
      const { decision, trace } = await judge({ input, networks, key })
      return {
        input,
        hashes: { token: hashSecret(randomUUID()), key },
        rateLimit: { networks, perHour: 1_000, perHourOfAll: 1_000 },
        judged: { trace, isSuspicious: decision !== 'show', holdHours: decision === 'wait' ? null : 24 },
      }
    }),
  )
  const stored = await insertPosts(sql, posts)
  for (const [index, { report }] of listings.entries()) {
    const id = stored[index]?.listing?.id
    if (id === undefined || report === undefined) continue
    await insertReport(sql, { type: 'listing', id }, hashNetworks(pseudonyms, '198.51.100.1'), report)
    await addToLog(sql, { who: 'visitor', what: 'report', target: id, reason: report.reason })
  }
  await updateAges(
    sql,
    listings.map(({ key, hoursAgo, input: { date } }) => ({ key: key.toString('hex'), hoursAgo, date })),
  )
}
