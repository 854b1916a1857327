import { evaluate, parse } from 'groq-js'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ContentError } from '#domain/content/content-error.ts'
import { checkDocument, type ContentQuery } from '../lib/content/content.ts'
import { about } from './about.ts'
import { apply } from './apply.ts'
import { contact } from './contact.ts'
import { home } from './home.ts'
import { mentors } from './mentors.ts'
import { programme } from './programme.ts'
import { siteSettings } from './site-settings.ts'
import { sponsors } from './sponsors.ts'
import { team } from './team.ts'

type Fields = Record<string, unknown>

const queries: ReadonlyArray<ContentQuery<unknown>> = [
  siteSettings,
  home,
  about,
  apply,
  mentors,
  sponsors,
  team,
  contact,
]
const optionalQueries = [programme]
const lines = (await readFile(new URL('../../studio/seed/content.ndjson', import.meta.url), 'utf8')).trim()
const seed = lines.split('\n').map((line) => JSON.parse(line) as Fields)

async function ask({ query }: ContentQuery<unknown>, dataset: Fields[]): Promise<unknown> {
  return (await evaluate(parse(query), { dataset })).get()
}

/** Changes the document in a copy of the seed. Returns the error message, or `nothing`. */
async function explain(query: ContentQuery<unknown>, change: (document: never) => void): Promise<string> {
  const dataset = structuredClone(seed)
  change(dataset.find(({ _id }) => _id === query.id) as never)
  const answer = await ask(query, dataset)
  try {
    checkDocument(query, answer)
    return 'nothing'
  } catch (error) {
    return (error as ContentError).message
  }
}

it.each([...queries, ...optionalQueries])('the seed of $id is valid', async (query) => {
  expect(await explain(query, () => {})).toBe('nothing')
})

it.each(queries)('the query of $id returns null if there is no document', async (query) => {
  expect(
    await ask(
      query,
      seed.filter(({ _id }) => _id !== query.id),
    ),
  ).toBeNull()
})

it('the programme is valid without a document: a site from before it has none', async () => {
  const answer = await ask(programme, [])
  expect(checkDocument(programme, answer).en).toEqual({ answers: undefined, dates: undefined })
})

it.each<[string, object]>([
  ['dates.closes: must be a day, such as 2026-12-18', { closes: '2026-12-18T08:00:00Z' }],
  ['dates.demoDays[1]: must be a day', { demoDays: ['2027-03-05', '2027-02-30'] }],
  ['answers.cost: is too long: 10,001 characters', { cost: 'x'.repeat(10_001) }],
])('the programme is refused: %s', async (reason, fields) => {
  expect(await explain(programme, (document) => Object.assign(document, fields))).toContain(reason)
})

describe('checkDocument', () => {
  type Sponsors = {
    tiers: Fields[]
    kpis: Fields[]
    activations: { citiesPerPeriod: Fields; cities: string[] }
  }

  it.each<[string, (document: Sponsors) => unknown]>([
    [
      'tiers[1] (Tier 2 Core).price: must be a number, not "250K"',
      ({ tiers }) => Object.assign(tiers[1] ?? {}, { price: '250K' }),
    ],
    [
      'tiers[1] (Tier 2 Core).price: must be a whole number, not 0.5',
      ({ tiers }) => Object.assign(tiers[1] ?? {}, { price: 0.5 }),
    ],
    [
      'tiers[0] (Tier 1 Pilot).price: must be 0 or more',
      ({ tiers }) => Object.assign(tiers[0] ?? {}, { price: -1 }),
    ],
    ['tiers[0].name: is missing', ({ tiers }) => delete tiers[0]?.['name']],
    [
      'tiers[0] (Tier 1 Pilot).currency: must be "USD", not "EUR"',
      ({ tiers }) => Object.assign(tiers[0] ?? {}, { currency: 'EUR' }),
    ],
    [
      'tiers[0] (Tier 1 Pilot).citiesTo: must not be less than “from”',
      ({ tiers }) => Object.assign(tiers[0] ?? {}, { citiesTo: 5 }),
    ],
    [
      'tiers[2] (Tier 3 Flagship).features: is empty',
      ({ tiers }) => Object.assign(tiers[2] ?? {}, { features: [] }),
    ],
    [
      'tiers[2] (Tier 3 Flagship).features[1]: is empty',
      ({ tiers }) => Object.assign(tiers[2] ?? {}, { features: ['full team', ' '] }),
    ],
    ['tiers: is empty', ({ tiers }) => tiers.splice(0)],
    [
      'kpis[0] (cities activated): needs a figure or a note',
      ({ kpis }) => kpis.splice(0, 1, { name: 'cities activated' }),
    ],
    [
      'kpis[0] (cities activated).to: must not be less than “from”',
      ({ kpis }) => Object.assign(kpis[0] ?? {}, { to: 9 }),
    ],
    [
      'activations.citiesPerPeriod.to: must not be less than “from”',
      ({ activations }) => Object.assign(activations.citiesPerPeriod, { to: 9 }),
    ],
    ['activations.cities[11]: must be text, not 7', ({ activations }) => activations.cities.push(7 as never)],
    ['tiers: must be a list, not "none"', (document) => Object.assign(document, { tiers: 'none' })],
    ['tiers: must be a list, not a group of fields', (document) => Object.assign(document, { tiers: {} })],
    ['kpis: must be a list, not 5', (document) => Object.assign(document, { kpis: 5 })],
    ['tiers: is missing', (document) => delete (document as Partial<Sponsors>).tiers],
    [
      'activations: must be a group of fields, not "all"',
      (document) => Object.assign(document, { activations: 'all' }),
    ],
    [
      'activations.citiesPerPeriod: must be a group of fields, not 3',
      ({ activations }) => Object.assign(activations, { citiesPerPeriod: 3 }),
    ],
    [
      'hackerHouse: must be a group of fields, not a list',
      (document) => Object.assign(document, { hackerHouse: [1] }),
    ],
    [
      'title: is too long: 1,000,000 characters, at most 140',
      (document) => Object.assign(document, { title: 'x'.repeat(1e6) }),
    ],
    [
      'title_fr: is too long: 141 characters, at most 140',
      (document) => Object.assign(document, { title_fr: 'x'.repeat(141) }),
    ],
    [
      'description: is too long: 301 characters, at most 300',
      (document) => Object.assign(document, { description: 'x'.repeat(301) }),
    ],
    [
      'contactText: is too long: 10,001 characters, at most 10,000',
      (document) => Object.assign(document, { contactText: 'x'.repeat(10_001) }),
    ],
    [
      'contactEmail: is too long: 265 characters, at most 254',
      (document) => Object.assign(document, { contactEmail: `${'a'.repeat(253)}@example.org` }),
    ],
    [
      'tiers[0] (Tier 1 Pilot).features[0]: is too long: 201 characters, at most 200',
      ({ tiers }) => Object.assign(tiers[0] ?? {}, { features: ['x'.repeat(201)] }),
    ],
    [
      'tiers[0] (Tier 1 Pilot).features: has 101 items, at most 100',
      ({ tiers }) => Object.assign(tiers[0] ?? {}, { features: Array.from({ length: 101 }, () => 'x') }),
    ],
    [
      'tiers: has 51 items, at most 50',
      ({ tiers }) => tiers.push(...Array.from({ length: 48 }, () => tiers[0] ?? {})),
    ],
  ])('reports sponsors: %s', async (message, change) => {
    expect(await explain(sponsors, change as (document: never) => void)).toBe(`sponsors: ${message}`)
  })

  it.each<[string, unknown]>([
    ['intro: is missing', null],
    ['intro: is empty', []],
    ['intro: is empty', [block(' ')]],
    ['intro[0]._type: cannot be shown on the site: table', [{ _type: 'table', _key: 'a' }]],
    ['intro[0].style: must be "normal" or "h2" or "h3", not "h1"', [{ ...block('a'), style: 'h1' }]],
    [
      'intro[0].listItem: must be "bullet" or "number", not "square"',
      [{ ...block('a'), listItem: 'square' }],
    ],
    [
      'intro[0].children[0]._type: cannot be shown on the site: emoji',
      [{ ...block('a'), children: [{ _type: 'emoji', _key: 'a' }] }],
    ],
    ['intro: is too long: 20,001 characters, at most 20,000', [block('x'.repeat(20_000)), block('y')]],
    [
      'intro: has too many parts: 2,002 paragraphs, spans and links, at most 2,000',
      Array.from({ length: 1_001 }, () => block('x')),
    ],
    ['intro[0].level: must be 10 or less', [{ ...block('a'), listItem: 'bullet', level: 1e9 }]],
    ['intro[0].caption: is too long: 201 characters, at most 200', [{ ...figure, caption: 'x'.repeat(201) }]],
    ['intro[0].alt: is missing', [{ ...figure, alt: undefined }]],
    ['intro[0].alt: is empty', [{ ...figure, alt: '  ' }]],
    ['intro[0].asset: is missing', [{ ...figure, asset: undefined }]],
    [
      'intro[0].asset._ref: must be a JPEG, PNG, WebP or AVIF image',
      [{ ...figure, asset: { _ref: 'image-abc-8x6-svg' } }],
    ],
  ])('reports about: %s', async (message, intro) => {
    const explained = await explain(about, (document: Fields) => Object.assign(document, { intro }))
    expect(explained).toBe(`about: ${message}`)
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.org/',
    '/\\example.org/',
    'https:example.org',
    'http://',
    'example.org',
    'mailto:',
  ])('refuses a link to %j', async (href) => {
    const markDefs = [{ _type: 'link', _key: 'a', href }]
    const explained = await explain(about, (document: Fields) =>
      Object.assign(document, { intro: [{ ...block('a'), markDefs }] }),
    )
    expect(explained).toMatch(/^about: intro\[0\]\.markDefs\[0\]\.href: must begin with https:/)
  })

  it.each([
    'https://example.org/a?b#c',
    'http://example.org',
    'mailto:a@example.org',
    'tel:+1-5',
    '/apply',
    '/',
  ])('accepts a link to %j', async (href) => {
    const markDefs = [{ _type: 'link', _key: 'a', href }]
    const intro = [{ ...block('a'), markDefs }]
    expect(await explain(about, (document: Fields) => Object.assign(document, { intro }))).toBe('nothing')
  })

  it.each<[string, (document: Sponsors) => unknown]>([
    [
      'tiers[1] (Tier 2 Core).name_es: must be text, not 5',
      ({ tiers }) => Object.assign(tiers[1] ?? {}, { name_es: 5 }),
    ],
    [
      'tiers[1] (Tier 2 Core).features_fr[1]: is empty',
      ({ tiers }) => Object.assign(tiers[1] ?? {}, { features_fr: ['a', ' '] }),
    ],
    [
      'activations.cities_es[0]: must be text, not 7',
      ({ activations }) => Object.assign(activations, { cities_es: [7] }),
    ],
    [
      'intro_fr[0].style: must be "normal" or "h2" or "h3", not "h1"',
      (document) => Object.assign(document, { intro_fr: [{ ...block('a'), style: 'h1' }] }),
    ],
  ])('reports a fault in one language: %s', async (message, change) => {
    expect(await explain(sponsors, change as (document: never) => void)).toBe(`sponsors: ${message}`)
  })

  it('reports faults in several languages, each once', async () => {
    const wrong = { title: 5, title_es: null, title_fr: [], contactText_es: 5, contactText_fr: 5 }
    expect(await explain(sponsors, (document: Fields) => Object.assign(document, wrong))).toBe(
      ['title', 'contactText_es', 'contactText_fr']
        .map((field) => `sponsors: ${field}: must be text, not 5`)
        .join('\n'),
    )
  })

  it('reports invalid addresses', async () => {
    const wrong = { contactEmail: 'hello', schedulingUrl: 'javascript:alert(1)' }
    expect(await explain(siteSettings, (document: Fields) => Object.assign(document, wrong))).toBe(
      'siteSettings: contactEmail: must be an email address\n' +
        'siteSettings: schedulingUrl: must begin with https://',
    )
  })

  it('accepts as much text as the Studio does, counted in code points', async () => {
    const change = (document: Fields) =>
      Object.assign(document, {
        title: ` ${'😀'.repeat(140)} `,
        intro: [block('x'.repeat(20_000))],
        values: Array.from({ length: 100 }, () => 'x'.repeat(200)),
      })
    expect(await explain(about, change)).toBe('nothing')
  })

  it('names a team member by role', async () => {
    const change = ({ members }: { members: Fields[] }) => Object.assign(members[0] ?? {}, { photo: figure })
    expect(await explain(team, change)).toBe('nothing')
    const without = ({ members }: { members: Fields[] }) => delete members[0]?.['responsibilities']
    expect(await explain(team, without)).toBe('team: members[0] (program).responsibilities: is missing')
  })
})

const figure = { _type: 'figure', _key: 'a', asset: { _ref: 'image-abc-80x60-jpg' }, alt: 'people' }

function block(text: string): Fields {
  return { _type: 'block', _key: 'a', style: 'normal', children: [{ _type: 'span', _key: 'a', text }] }
}
