import { describe, expect, it } from 'vitest'
import { eventTypes, topics } from '#domain/events/event.ts'
import { fill, type Language, languages, plural, messages } from '#domain/language.ts'
import { catalogue, homeBlocks } from '#domain/listings/catalogue.ts'
import { headingOf, nameOf } from '#domain/listings/names.ts'
import {
  formatDateAndTime,
  formatDay,
  formatDayOfMonth,
  formatMonth,
  formatShortDate,
  listWeekdays,
} from '#domain/pacific.ts'
import { dictionaries, inLanguage } from '#domain/in-language.ts'

type Other = Exclude<Language, 'en'>
const others = languages.filter((language): language is Other => language !== 'en')

/** Every text of a dictionary with its key path: `search.count.one`. */
function listTexts(part: unknown, place = ''): Array<[place: string, text: string]> {
  if (typeof part === 'string') return [[place, part]]
  return Object.entries(part as object).flatMap(([key, value]) =>
    listTexts(value, place === '' ? key : `${place}.${key}`),
  )
}

const placeholders = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? []

const english = new Map(listTexts(dictionaries.en))

/** Key paths of texts that are rightly the same as in English. */
const alike: Record<Other, RegExp> = {
  es: /^(cities\.SF|eventState\.titled|events\.(introduces|named)|programme\.(phase|dates\.demoDay)|sponsors\.kpi|toast\.error)$/,
  fr: /^(answers\.minutes\.other|cities\.SF|details\.date|fields\.description|home\.pages\.(mentors|sponsors|contact)|home\.programme|event\.(text|types)|programme\.(phases|dates\.demoDay|engagement|contact|mentors|sponsors)|sponsors\.(budget|kpi)|events\.names\.(date|type)|search\.suggestions|toast\.(region|label))$/,
}

/** Names that are rightly the same as in English. */
const sameNames: Record<Other, string[]> = {
  es: 'B2B,Fintech,Hardware,Networking,SaaS,catering,coworking,general,legal,marketing,wearables'.split(','),
  fr: 'B2B,Crypto / Web3,Fintech,Hackathon,Infrastructure,International / Expansion,Networking,SaaS,coworking,crypto,marketing,services'.split(
    ',',
  ),
}

describe.each(others)('the texts in %s', (language) => {
  const own = new Map(listTexts(dictionaries[language]).filter(([place]) => !/^(names|topics)\./.test(place)))

  it('cover every English key, and none is empty', () => {
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted())
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('have the same placeholders as the English ones', () => {
    // The singular form may use {count} or write the number out.
    const lacking = [...own].filter(([place, text]) => {
      const wanted = placeholders(english.get(place) ?? '')
      const isOne = place.endsWith('.one')
      const found = placeholders(text).filter((name) => !(isOne && name === '{count}'))
      return String(found) !== String(wanted.filter((name) => !(isOne && name === '{count}')))
    })
    expect(lacking).toEqual([])
  })

  it('include no untranslated English text', () => {
    const same = [...own].filter(([place, text]) => english.get(place) === text && /\p{L}{3}/u.test(text))
    expect(same.map(([place]) => place).filter((place) => !alike[language].test(place))).toEqual([])
  })

  it('name every category and every filter option', () => {
    const catalogueNames = [...catalogue, ...homeBlocks].flatMap(({ name, subcategories }) => [
      name,
      ...subcategories.map((subcategory) => subcategory.name),
    ])
    const links = homeBlocks.flatMap((block) => block.links.map(({ name }) => name))
    const { names, topics: ownTopics } = dictionaries[language]
    const wanted = [...new Set([...catalogueNames, ...links])]
    expect(Object.keys(names).toSorted()).toEqual(wanted.toSorted())
    expect(new Set(Object.keys(ownTopics))).toEqual(new Set([...topics, ...eventTypes]))
    const same = [...Object.entries(names), ...Object.entries(ownTopics)].filter(
      ([name, text]) => name === text,
    )
    expect(same.map(([name]) => name).toSorted()).toEqual(sameNames[language])
  })
})

it('keeps French punctuation on the same line as its word', () => {
  const breakable = listTexts(dictionaries.fr).filter(([, text]) => /« |\S [:;!?»]/.test(text))
  expect(breakable).toEqual([])
})

it('defaults to English, and keeps the language separate for each async task', async () => {
  const say = async (language: Language) =>
    inLanguage(language, async () => {
      await Promise.resolve()
      return messages().calendar.today
    })
  expect(messages().calendar.today).toBe('today')
  expect(await Promise.all((['es', 'en', 'fr'] as const).map(say))).toEqual(['hoy', 'today', 'aujourd’hui'])
})

it('fills placeholders literally, whatever the values contain', () => {
  expect(fill('{a} and {b}', { a: '$&', b: '{a}' })).toBe('$& and {a}')
  expect(fill('{a} and {toString}', { a: 1 })).toBe('1 and {toString}')
})

it('uses the plural rules of each language', () => {
  const count = (language: Language, number: number) =>
    inLanguage(language, () => plural(messages().calendar.count, number))
  expect([0, 1, 2].map((number) => count('en', number))).toEqual(['0 events', '1 event', '2 events'])
  expect([0, 1, 2].map((number) => count('es', number))).toEqual(['0 eventos', '1 evento', '2 eventos'])
  expect([0, 1, 2, 1_000_000].map((number) => count('fr', number))).toEqual([
    '0 événement',
    '1 événement',
    '2 événements',
    '1000000 événements',
  ])
})

it('formats dates in each language', () => {
  const instant = '2026-11-22T02:30:00Z'
  const write = (language: Language) =>
    inLanguage(language, () => [
      formatDateAndTime(instant),
      formatShortDate(instant),
      formatMonth('2026-11'),
      listWeekdays('short')[0],
    ])
  expect(write('en')).toEqual([
    'Saturday, November 21, 2026 at 6:30 PM PST',
    'Sat, Nov 21, 2026',
    'November 2026',
    'Sun',
  ])
  expect(write('es')).toEqual([
    'sábado, 21 de noviembre de 2026, 6:30 p.m. PST',
    'sáb, 21 de nov de 2026',
    'noviembre de 2026',
    'dom',
  ])
  expect(write('fr')).toEqual([
    'samedi 21 novembre 2026 à 18:30 PST',
    'sam. 21 nov. 2026',
    'novembre 2026',
    'dim.',
  ])
  const firstOf = inLanguage('fr', () => [formatDay('2026-11-01'), formatDayOfMonth('2026-11-11')])
  expect(firstOf).toEqual(['1er novembre 2026', '11 novembre'])
})

it('uses the path as the heading of a category in English, and the translated name in other languages', () => {
  expect(headingOf('jobs', 'sales-biz-dev')).toBe('sales biz dev')
  expect(headingOf('Community', 'XR-VR-AR-MR')).toBe('XR VR AR MR')
  expect(inLanguage('es', () => headingOf('jobs', 'sales-biz-dev'))).toBe('ventas y desarrollo de negocio')
  expect(inLanguage('fr', () => headingOf('my-own', 'list'))).toBe('list')
  expect(inLanguage('es', () => [nameOf('toString'), nameOf('jobs')])).toEqual(['toString', 'empleos'])
})
