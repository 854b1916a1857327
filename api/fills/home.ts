import type { ListingLocation } from '#domain/catalogue.ts'
import { around, currentLanguage, words } from '#domain/language.ts'
import { escapeHtml } from '#domain/page-head.ts'
import { addDays, isDay, toDay, toMonth } from '#domain/pacific.ts'
import { longestQuery } from '#domain/search.ts'
import { RequestError } from '../errors.ts'
import type { Fill } from '../publisher/fill-shell.ts'
import type { Client } from '../search/fair-queue.ts'
import { search } from '../search/search.ts'
import { createWordCache } from './keep-words.ts'
import type { FillParts } from './parts.ts'
import { writeHomeCalendar } from './words/home.ts'
import { writeResults } from './words/results.ts'

type Wanted = {
  /** What is searched for, if anything is. */
  text: string
  city: ListingLocation | undefined
  /** The calendar's month; what is none counts as the present one. */
  month: string | undefined
  now: Date
  client: Client
}

const keepWords = createWordCache()

/** The home page: the calendar of a month, the city and what a search found, for who has no scripts. */
export async function fillHome({ sql, calendar, siteUrl }: FillParts, wanted: Wanted): Promise<Fill> {
  const { text, city, month, now, client } = wanted
  const snapshot = await calendar.read()
  const today = toDay(now)
  const isMonth = month !== undefined && /^\d{4}-\d{2}$/.test(month) && isDay(`${month}-01`)
  const shown = isMonth ? month : toMonth(today)
  const isElsewhere = city === 'NYC'
  const shownWords = keepWords(snapshot, `${currentLanguage()} ${today} ${shown} ${city}`, () =>
    writeHomeCalendar({
      today,
      tomorrow: addDays(today, 1),
      month: shown,
      listDay: snapshot.listDay,
      city,
      isElsewhere,
    }),
  )
  const results =
    text === ''
      ? undefined
      : writeResults({ text, city, answer: await find(sql, { text, city, now, client }) })
  return {
    status: 200,
    head: {
      ...(city && { title: words().cities[city] }),
      ...(text !== '' && { title: around(words().search.results).join(text) }),
      // Of months, cities and searches a search engine needs none: what they show has pages of its own.
      ...(isMonth || city || text !== '' ? { isHidden: true } : { canonical: `${siteUrl}/` }),
    },
    words: shownWords,
    others: {
      ...(city && {
        city: (own: string) => carryCity(chooseCity(own, city), city),
        blocks: (own: string) => carryCity(own, city),
      }),
      ...(results !== undefined && { results: () => results }),
    },
  }
}

async function find(sql: FillParts['sql'], { text, city, now, client }: Omit<Wanted, 'month'>) {
  if ([...text].length > longestQuery) return 'tooLong'
  try {
    return await search(sql, { written: text, city, now, client })
  } catch (error) {
    if (error instanceof RequestError) return 'away'
    throw error
  }
}

/** What the browser does with the same markup where it runs scripts (site/lib/show-early.ts). */
function chooseCity(own: string, city: ListingLocation): string {
  return own
    .replace(new RegExp(`(<h1[^>]* data-city-name[^>]*>)[^<]*`), `$1${escapeHtml(words().cities[city])}`)
    .replaceAll(/(<a [^>]*data-city="\w+"[^>]*) aria-current="true"/g, '$1')
    .replace(`data-city="${city}"`, `data-city="${city}" aria-current="true"`)
}

/** As in site/lib/carry-city.ts. */
function carryCity(own: string, city: ListingLocation): string {
  return own.replaceAll(/<a [^>]*data-carries-city[^>]*>/g, (link) =>
    link.replace(/href="([^"?]*)[^"]*"/, `href="$1?city=${city}"`),
  )
}
