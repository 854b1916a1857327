import { describe, expect, test } from 'vitest'
import { venues } from '#domain/events/event.ts'
import { toDay } from '#domain/pacific.ts'
import { makeEvents } from '../../api/cli/examples/events.ts'
import { translations } from '../schema/fields/languages.ts'
import { singletons } from '../schema/singletons.ts'
import { inEnglish, readSeed, seedDocument } from '../test-support/seed.ts'
import { createWorkspace, listFaults } from '../test-support/workspace.ts'

const workspace = await createWorkspace()
const examples = makeEvents(toDay(new Date()), () => 'image-abc-1600x900-webp')

describe('the seed', () => {
  test('has every singleton once, the venues, and nothing else', () => {
    const pages = readSeed().filter(({ _type }) => _type !== 'venue')
    expect(pages.map(({ _id }) => _id).toSorted()).toEqual(singletons.map(({ name }) => name).toSorted())
    for (const { _id, _type } of pages) expect(_id).toBe(_type)
  })

  test('has the venues that the events page filters by', () => {
    const seeded = readSeed().filter(({ _type }) => _type === 'venue')
    expect(seeded.map(({ name }) => name)).toEqual(venues.filter((name) => name !== 'Other'))
  })

  test.each([...readSeed(), ...examples])(
    'has no fault, no warning and no unknown field in $_id',
    async (document) => {
      expect(await listFaults(workspace, document)).toEqual([])
      expect(await listFaults(workspace, document, 'cli')).toEqual([])
    },
  )

  test('has a unique key on every array item', () => {
    const faults = readSeed().flatMap((document) => findKeyFaults(document, document._id))
    expect(faults).toEqual([])
  })

  test.each(translations)('is completely translated to %s, with as many lines and paragraphs', (language) => {
    const pages = readSeed().filter(({ _type }) => _type !== 'venue')
    const faults = pages.flatMap((document) => findUntranslated(document, language, document._id))
    expect(faults).toEqual([])
  })

  test('holds the programme facts of the specification', () => {
    expect(seedDocument('about')['facts']).toEqual({
      months: 4,
      events: 16,
      eventsPerWeek: 1,
      pitchCallMinutes: 5,
      pitchMinutes: 2,
      questionMinutes: 3,
      feedbackMinutes: 15,
      feedbackRounds: { _type: 'range', from: 3, to: 4 },
      investorConversations: { _type: 'range', from: 3, to: 5 },
    })
  })

  test('holds the values and the next steps of the specification', () => {
    expect(seedDocument('about')['values']).toEqual([
      'set goals',
      'build in public',
      'ship weekly with a demo every Friday',
      'radical candor',
      'always be closing',
      'keep it simple',
    ])
    expect(seedDocument('apply')['nextSteps']).toEqual([
      'review',
      '5-min pitch call',
      'feedback rounds with mentors',
      'connection to investors',
    ])
  })

  test('holds the sponsorship tiers of the specification', () => {
    const { tiers } = inEnglish(seedDocument('sponsors')) as unknown as { tiers: Record<string, unknown>[] }
    expect(tiers.map(({ isRecommended }) => isRecommended)).toEqual([undefined, true, undefined])
    expect(tiers.map(({ _key, _type, isRecommended, ...tier }) => tier)).toEqual([
      {
        name: 'Tier 1 Pilot',
        price: 150_000,
        currency: 'USD',
        period: 'quarter',
        citiesFrom: 6,
        citiesTo: 8,
        features: ['1 virtual camp', 'builder reporting'],
      },
      {
        name: 'Tier 2 Core',
        price: 250_000,
        currency: 'USD',
        period: 'quarter',
        citiesFrom: 10,
        features: ['deeper founder funnel', 'MVP support'],
      },
      {
        name: 'Tier 3 Flagship',
        price: 350_000,
        currency: 'USD',
        period: 'quarter',
        citiesFrom: 15,
        features: ['full team', 'ecosystem-wide activation'],
      },
    ])
  })

  test('holds the KPIs of the specification', () => {
    const { kpis, kpiPeriod } = inEnglish(seedDocument('sponsors')) as unknown as {
      kpis: Record<string, unknown>[]
      kpiPeriod: string
    }
    expect(kpiPeriod).toBe('quarter')
    expect(kpis.map(({ _key, _type, ...kpi }) => kpi)).toEqual([
      { name: 'cities activated', from: 10, to: 15 },
      { name: 'event attendance', from: 500, orMore: true, unit: 'total' },
      { name: 'MVPs built', from: 100, orMore: true },
      { name: 'founders in grant funnel', from: 20, orMore: true },
      { name: 'builder database', from: 1000, orMore: true },
      { name: 'weekly reports', note: 'delivered every Friday' },
    ])
  })

  test('holds the cities and the hacker house package of the specification', () => {
    const { activations, hackerHouse } = inEnglish(seedDocument('sponsors'))
    expect(activations).toEqual({
      citiesPerPeriod: { _type: 'range', from: 10, to: 15 },
      period: 'quarter',
      cities: [
        'SF',
        'NYC',
        'Austin',
        'Toronto',
        'Lisbon',
        'Berlin',
        'Prague',
        'Bangalore',
        'Dubai',
        'Bangkok',
        'Taipei',
      ],
    })
    expect(hackerHouse).toEqual({
      events: 16,
      budget: 25_000,
      budgetPerEvent: 1500,
      currency: 'USD',
      includes: ['food', 'drinks', 'swag', 'signage', 'streaming', 'photos'],
    })
  })

  test('names three roles of the team and no person', () => {
    const { members } = seedDocument('team') as unknown as { members: { role: string; name?: string }[] }
    expect(members).toHaveLength(3)
    for (const member of members) expect(member).not.toHaveProperty('name')
  })

  test('has no address outside example.org', () => {
    const addresses = JSON.stringify(readSeed()).match(/https?:\/\/[^/"]+|[\w.]+@[\w.]+/g)
    expect(addresses).toEqual(['hello@example.org', 'https://schedule.example.org'])
  })
})

/** Fields without translations: system fields, names, addresses and choices. */
const inNoLanguage = /^_|^(productName|href|contactEmail|schedulingUrl|currency|period|kpiPeriod)$/

/** The paths of copy without a translation, or with a different number of items in it. */
function findUntranslated(value: unknown, language: string, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Record<string, unknown>
  return Object.entries(inEnglish(fields)).flatMap(([name, part]) => {
    if (inNoLanguage.test(name)) return []
    const path = `${place}.${name}`
    if (!isCopy(part)) return findUntranslated(fields[name], language, path)
    const translated = fields[`${name}_${language}`]
    const isWhole = isCopy(translated) && listOf(translated).length === listOf(part).length
    return isWhole ? [] : [path]
  })
}

/** A text, lines or formatted paragraphs. */
function isCopy(part: unknown): boolean {
  return typeof part === 'string' || listOf(part).some((item) => isText(item))
}

function isText(item: unknown): boolean {
  return typeof item === 'string' || Object(item)._type === 'block'
}

function listOf(part: unknown): unknown[] {
  return Array.isArray(part) ? part : []
}

function findKeyFaults(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const faults: string[] = []
  if (Array.isArray(value)) {
    const keys = value.filter((item) => typeof item === 'object').map((item: { _key?: string }) => item._key)
    if (keys.includes(undefined) || new Set(keys).size < keys.length) faults.push(place)
  }
  return [
    ...faults,
    ...Object.entries(value).flatMap(([name, part]) => findKeyFaults(part, `${place}.${name}`)),
  ]
}
