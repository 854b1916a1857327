import { describe, expect, it } from 'vitest'
import { plainEvent } from '../../tests/make-event.ts'
import { inLanguage } from '../in-language.ts'
import { toDay } from '../pacific.ts'
import {
  allEvents,
  countEvents,
  dateEvents,
  describeCount,
  type EventFilters,
  findOnlyDay,
  groupEvents,
  titleFiltered,
} from './event-filters.ts'
import { type CalendarEvent, eventTypes, isWebAddress, neighborhoods, topics, venues } from './event.ts'

const plain: CalendarEvent = {
  ...plainEvent,
  date: '2026-11-21T20:00:00.000Z',
  location: 'SHACK15, Embarcadero',
}

const days = { today: '2026-11-21', specific: '2026-11-24' }

function keeps(fields: Partial<CalendarEvent>, filters: Partial<EventFilters>): boolean {
  const events = dateEvents([{ ...plain, ...fields }])
  return countEvents(groupEvents(events, { ...allEvents, ...filters }, days)) === 1
}

it('filters by the venue and neighborhood that visitors read as the location', () => {
  const upstairs = { venue: { name: 'SHACK15, Embarcadero' }, location: 'Second floor' }
  for (const [name, own] of [
    ['venue', 'SHACK15'],
    ['neighborhood', 'Embarcadero'],
  ] as const) {
    expect(keeps(upstairs, { [name]: own })).toBe(true)
    expect(keeps(upstairs, { [name]: 'Other' })).toBe(false)
    expect(keeps({ location: 'Second floor' }, { [name]: own })).toBe(false)
    expect(keeps({ location: 'Second floor' }, { [name]: 'Other' })).toBe(true)
  }
})

/** Noon in San Francisco. */
const on = (day: string) => ({ date: `${day}T20:00:00.000Z` })

describe('the choices', () => {
  it('match the spec in number', () => {
    expect([venues.length, topics.length, neighborhoods.length, eventTypes.length]).toEqual([6, 24, 42, 12])
  })
})

describe('the date filter', () => {
  it.each([
    ['all', '2020-01-01', true],
    ['specific', '2026-11-24', true],
    ['specific', '2026-11-21', false],
    ['today', '2026-11-21', true],
    ['today', '2026-11-20', false],
    ['today', '2026-11-22', false],
    ['week', '2026-11-20', false],
    ['week', '2026-11-21', true],
    ['week', '2026-11-28', true],
    ['week', '2026-11-29', false],
    ['month', '2026-11-20', false],
    ['month', '2026-12-21', true],
    ['month', '2026-12-22', false],
  ] as const)('%s: an event on %s stays: %s', (date, day, stays) => {
    expect(keeps(on(day), { date })).toBe(stays)
  })

  it.each([
    ['2026-11-21T08:00:00.000Z', true],
    ['2026-11-21T07:59:59.999Z', false],
    ['2026-11-22T07:59:59.999Z', true],
    ['2026-11-22T08:00:00.000Z', false],
  ])('changes day at midnight in San Francisco: %s is today: %s', (date, stays) => {
    expect(keeps({ date }, { date: 'today' })).toBe(stays)
  })
})

it.each([
  [{ date: 'today' }, '2026-11-21'],
  [{ date: 'specific' }, '2026-11-24'],
  [{ date: 'week' }, undefined],
  [{ date: 'today', venue: 'SHACK15' }, undefined],
  [{}, undefined],
] as const)('%j filters by a single day alone: %s', (filters, day) => {
  expect(findOnlyDay({ ...allEvents, ...filters }, days)).toBe(day)
})

describe('an event of several days', () => {
  // From the 19th to the 23rd; today is the 21st.
  const fair = { date: '2026-11-19T20:00:00.000Z', end: '2026-11-24T01:00:00.000Z' }

  it.each([
    ['all', {}, true],
    ['specific', { specific: '2026-11-18' }, false],
    ['specific', { specific: '2026-11-19' }, true],
    ['specific', { specific: '2026-11-23' }, true],
    ['specific', { specific: '2026-11-24' }, false],
    ['today', {}, true],
    ['today', { today: '2026-11-24' }, false],
    ['week', { today: '2026-11-12' }, true],
    ['week', { today: '2026-11-11' }, false],
    ['week', { today: '2026-11-23' }, true],
    ['month', { today: '2026-11-23' }, true],
    ['month', { today: '2026-11-24' }, false],
  ] as const)('with the date filter %s and %j stays: %s', (date, others, stays) => {
    const groups = groupEvents(
      dateEvents([{ ...plain, ...fair }]),
      { ...allEvents, date },
      { ...days, ...others },
    )
    expect(countEvents(groups) === 1).toBe(stays)
  })

  function listDays(filters: Partial<EventFilters>, others: Partial<typeof days> = {}) {
    const events = dateEvents([
      { ...plain, ...fair, title: 'fair' },
      { ...plain, ...on('2026-11-20'), title: 'before' },
      { ...plain, ...on('2026-11-21'), title: 'today' },
    ])
    const [group] = groupEvents(events, { ...allEvents, ...filters }, { ...days, ...others })
    const list = (part: typeof events = []) => part.map(({ title, day }) => `${title} ${day.slice(8)}`)
    return { upcoming: list(group?.upcoming), past: list(group?.past) }
  }

  it('is listed once: on its first day, under today once it has begun, and as past once it has ended', () => {
    expect(listDays({}, { today: '2026-11-18' })).toEqual({
      upcoming: ['fair 19', 'before 20', 'today 21'],
      past: [],
    })
    expect(listDays({})).toEqual({ upcoming: ['fair 21', 'today 21'], past: ['before 20'] })
    expect(listDays({}, { today: '2026-11-24' })).toEqual({
      upcoming: [],
      past: ['today 21', 'before 20', 'fair 19'],
    })
  })

  it('is listed on the requested day', () => {
    expect(listDays({ date: 'specific' }, { specific: '2026-11-20' })).toEqual({
      upcoming: ['fair 20'],
      past: ['before 20'],
    })
    expect(listDays({ date: 'specific' }, { specific: '2026-11-23' })).toEqual({
      upcoming: ['fair 23'],
      past: [],
    })
    expect(listDays({ date: 'specific' }, { specific: '2026-11-20', today: '2026-12-01' })).toEqual({
      upcoming: [],
      past: ['fair 20', 'before 20'],
    })
  })
})

describe('the place filters', () => {
  it.each([
    ['venue', 'SHACK15', 'at shack15, san francisco', true],
    ['venue', 'SHACK15', 'Homebrew', false],
    ['venue', 'Other', 'A café in SOMA', true],
    ['venue', 'Other', 'frontier tower, 16th floor', false],
    ['venue', 'Other', 'Another place', true],
    ['neighborhood', 'Mission', 'The Mission', true],
    ['neighborhood', 'Mission Bay', 'Mission', false],
    ['neighborhood', "Fisherman's Wharf", "FISHERMAN'S WHARF", true],
    ['neighborhood', 'Other', 'SHACK15', true],
    ['neighborhood', 'Other', 'SHACK15, SOMA', false],
  ] as const)('%s %s: an event at %j stays: %s', (filter, chosen, location, stays) => {
    expect(keeps({ location }, { [filter]: chosen })).toBe(stays)
  })
})

describe('the topic and type filters', () => {
  it.each([
    ['topic', 'AI', { topics: [] }, true],
    ['topic', 'AI', { topics: ['AI', 'SaaS'] }, true],
    ['topic', 'AI', { topics: ['SaaS'] }, false],
    ['topic', 'Other', { topics: ['Other'] }, true],
    ['type', 'Dinner', { types: [] }, true],
    ['type', 'Dinner', { types: ['Hackathon'] }, false],
    ['type', 'Dinner', { types: ['Dinner'] }, true],
  ] as const)('%s %s: an event with %o stays: %s', (filter, chosen, carried, stays) => {
    expect(keeps(carried as unknown as Partial<CalendarEvent>, { [filter]: chosen })).toBe(stays)
  })
})

/** One event per hour, with its labels as the title. */
function makeLabelled(labels: Array<[topics: string[], types: string[]]>) {
  return dateEvents(
    labels.map(([ofTopics, ofTypes], hour) => ({
      ...plain,
      title: [...ofTopics, '/', ...ofTypes].join(' '),
      date: `2026-11-21T${10 + hour}:00:00.000Z`,
      topics: ofTopics,
      types: ofTypes,
    })),
  )
}

describe('groups of events', () => {
  const events = makeLabelled([
    [[], []],
    [['AI', 'SaaS'], []],
    [['SaaS'], ['Dinner']],
    [[], ['Dinner']],
    [['AI'], ['Dinner']],
    [['AI'], ['Hackathon']],
  ])

  function read(filters: Partial<EventFilters>) {
    const groups = groupEvents(events, { ...allEvents, ...filters }, days)
    const titles = groups.map(({ label, upcoming, past }) => [
      label,
      [...upcoming, ...past].map(({ title }) => title),
    ])
    return { titles, count: describeCount(groups, { ...allEvents, ...filters }) }
  }

  it('are a single group without a heading if neither filter is set', () => {
    const { titles, count } = read({})
    expect(titles).toEqual([[undefined, events.map(({ title }) => title)]])
    expect(count).toBe('6 events')
  })

  it.each([
    [
      { topic: 'AI' },
      [
        ['AI', ['AI SaaS /', 'AI / Dinner', 'AI / Hackathon']],
        ['no topic named', ['/', '/ Dinner']],
      ],
      '3 AI events. 2 events name no topic.',
    ],
    [
      { type: 'Dinner' },
      [
        ['Dinner', ['SaaS / Dinner', '/ Dinner', 'AI / Dinner']],
        ['no type named', ['/', 'AI SaaS /']],
      ],
      '3 Dinner events. 2 events name no type.',
    ],
    [
      { topic: 'AI', type: 'Dinner' },
      [
        ['AI, Dinner', ['AI / Dinner']],
        ['AI, no type named', ['AI SaaS /']],
        ['no topic named, Dinner', ['/ Dinner']],
        ['no topic named, no type named', ['/']],
      ],
      '1 AI + Dinner event. 3 events name no topic or no type.',
    ],
    [
      { topic: 'Gaming' },
      [
        ['Gaming', []],
        ['no topic named', ['/', '/ Dinner']],
      ],
      'no Gaming events. 2 events name no topic:',
    ],
    [{ topic: 'AI', venue: 'Homebrew' }, [['AI', []]], '0 events'],
    [
      { topic: 'Gaming', type: 'Dinner' },
      [
        ['Gaming, Dinner', []],
        ['no topic named, Dinner', ['/ Dinner']],
        ['no topic named, no type named', ['/']],
      ],
      'no Gaming + Dinner events. 2 events name no topic or no type:',
    ],
  ])('%o: matches first, then events without the label, and the count says so', (filters, wanted, line) => {
    const { titles, count } = read(filters)
    expect(titles).toEqual(wanted)
    expect(count).toBe(line)
  })

  it.each([
    ['en', { topic: 'SaaS' }, '2 SaaS events. 2 events name no topic.'],
    ['es', { topic: 'AI' }, '3 eventos “IA”. 2 eventos no indican tema.'],
    ['es', { type: 'Networking' }, 'ningún evento “Networking”. 2 eventos no indican tipo:'],
    ['fr', { topic: 'Gaming' }, 'aucun événement « Jeux vidéo ». 2 événements n’indiquent aucun thème :'],
    ['fr', { type: 'Hackathon' }, '1 événement « Hackathon ». 2 événements n’indiquent aucun type.'],
  ] as const)('are counted in %s for %j: %s', (language, filters, line) => {
    expect(inLanguage(language, () => read(filters).count.replaceAll('\u00a0', ' '))).toBe(line)
  })

  it('without events that name none, the count is that of the matches', () => {
    const named = makeLabelled([[['AI'], ['Dinner']]])
    const count = (filters: Partial<EventFilters>) =>
      describeCount(groupEvents(named, { ...allEvents, ...filters }, days), { ...allEvents, ...filters })
    expect([count({ topic: 'AI' }), count({ type: 'Dinner' }), count({ topic: 'SaaS' })]).toEqual([
      '1 AI event',
      '1 Dinner event',
      '0 events',
    ])
  })

  it('list today and later by time, then earlier days, latest day first, each by time', () => {
    const dates = ['19T18', '20T18', '20T19', '20T20', '21T20', '22T20']
    const [group] = groupEvents(
      dateEvents(dates.map((date) => ({ ...plain, date: `2026-11-${date}:00:00.000Z` }))),
      allEvents,
      days,
    )
    expect(group?.upcoming.map(({ date }) => date.slice(8, 13))).toEqual(['21T20', '22T20'])
    expect(group?.past.map(({ date }) => date.slice(8, 13))).toEqual(['20T18', '20T19', '20T20', '19T18'])
  })
})

it.each([
  ['https://example.org/a?b#c', true],
  ['HTTP://EXAMPLE.ORG', true],
  ['javascript:alert(1)', false],
  ['java\tscript:alert(1)', false],
  ['//example.org', false],
  ['https://', false],
  ['https://[', false],
  ['https://example.org@evil.example', false],
  ['https://example.org:x@evil.example/a', false],
  ['https://example.org/@someone?at=a@b', true],
  ['https://münchen.example/über', true],
  [null, false],
])('fault 49: %j is an http or https URL: %s', (url, may) => {
  expect(isWebAddress(url)).toBe(may)
})

it('finds the day of every instant, in any order, including days with a clock change', () => {
  const hours = [0, 1, 6.99, 7, 8, 9.99, 10, 24 + 7.99, 24 + 8, 48, 7, 24 * 300, 0]
  const starts = [
    '2026-03-08T00:00:00Z',
    '2026-11-01T00:00:00Z',
    '9998-12-31T00:00:00Z',
    '1900-01-02T00:00:00Z',
  ]
  const dates = starts.flatMap((start) =>
    hours.map((hour) =>
      new Date(Date.parse(start) + (start < '9' ? hour : hour % 24) * 3_600_000).toISOString(),
    ),
  )
  const events = dateEvents(dates.map((date) => ({ ...plain, date })))
  expect(events.map(({ day }) => day)).toEqual(dates.map((date) => toDay(date)))
})

it.each([
  ['en', {}, 'calendar'],
  ['en', { date: 'specific' }, 'calendar'],
  ['en', { date: 'week', venue: 'Zo House' }, 'calendar: Next 7 days · Zo House'],
  ['en', { topic: 'AI', type: 'Dinner' }, 'calendar: AI or no topic named · Dinner or no type named'],
  ['es', { topic: 'AI' }, 'calendar: IA o sin tema indicado'],
  ['fr', { topic: 'AI' }, 'calendar : IA ou sans thème indiqué'],
] as const)('a title in %s names the filters %j: %s', (language, filters, title) => {
  const chosen = { ...allEvents, ...filters }
  expect(inLanguage(language, () => titleFiltered('calendar', chosen)).replace('\u00a0', ' ')).toBe(title)
})
