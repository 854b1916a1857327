import { languages } from '#domain/language.ts'
import { en } from '#domain/messages/en.ts'
import { type LoopDates, loopDays } from '#domain/programme/dates.ts'
import { slots } from '#domain/programme/slots.ts'

type Fields = Readonly<Record<string, unknown>>
/** The documents `programme` and `siteSettings`, or drafts of them; null if there is none. */
type Documents = { programme: Fields | null | undefined; siteSettings: Fields | null | undefined }

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value.trim() !== ''

const dateNames = [...loopDays.filter((day) => day !== 'nextOpens'), 'demoDays'] as const

/**
 * How complete the programme's questions and dates are: `done` of `total`, and in `open` what is missing, a line each. The
 * dates answer the questions that are about them.
 */
export function measureProgramme(programme: (LoopDates & Fields) | null | undefined) {
  const has = (name: string) => isFilled(programme?.[name])
  const byDates = { dates: has('closes'), reply: has('decision') } as Record<string, boolean>
  const unanswered = slots.filter(({ id }) => !has(id) && !byDates[id])
  const undated = dateNames.filter((name) => !has(name))
  const total = slots.length + dateNames.length
  const done = total - unanswered.length - undated.length
  const untranslated = languages.slice(1).flatMap((language) => {
    const count = slots.filter(({ id }) => has(id) && !has(`${id}_${language}`)).length
    if (count === 0) return []
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(language)
    return [`${count} ${count === 1 ? 'answer' : 'answers'} without a ${name} translation`]
  })
  const names = undated.map((name) => en.programme.dates[name === 'demoDays' ? 'demoDay' : name])
  return {
    done,
    total,
    percent: Math.round((100 * done) / total),
    open: [
      ...unanswered.map(({ id }) => `not answered: ${en.programme.slots[id]}`),
      ...(names.length > 0 ? [`dates not known: ${names.join(', ')}`] : []),
      ...untranslated,
    ],
  }
}

const placeholders = [
  { field: 'contactEmail', name: 'the contact email', pattern: /@example\.(org|com|net)$/ },
  { field: 'schedulingUrl', name: 'the scheduling link', pattern: /[/.]example\.(org|com|net)(\/|$)/ },
  { field: 'organisation', name: 'the organisation', pattern: /^the founders community$/ },
  { field: 'copyright', name: 'the copyright line', pattern: /the founders community$/ },
]

/** What a team does before the site is public: a line each, for the Studio and the doctor. */
export function listLaunchPoints({ programme, siteSettings }: Documents, siteUrl?: string): string[] {
  const left = placeholders.filter(({ field, pattern }) => pattern.test(String(siteSettings?.[field] ?? '')))
  const isLocal =
    siteUrl !== undefined && /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(siteUrl)
  return [
    ...(isLocal ? [`SITE_URL is ${siteUrl}: set it to the public address of the site`] : []),
    ...left.map(
      ({ field, name }) =>
        `${name} is the placeholder “${String(siteSettings?.[field])}”: replace it in “Site settings”`,
    ),
    ...measureProgramme(programme).open,
  ]
}
