import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareImport, type ImportItem, type ImportStatus, type StoredEvent } from './compare.ts'
import { describeChange, describeItem, describeTime, describeZones } from './describe.ts'
import type { Found, FoundEvent, ImportedFields } from './found.ts'
import { type Decision, type ImportSource, type Mutation, planImport } from './plan.ts'
import { previewImport, writePlan } from './run-import.ts'
import { isSimilar } from './similar.ts'

const now = new Date('2026-11-23T17:00:00Z')

function event(id: string, fields: Partial<ImportedFields> = {}): FoundEvent {
  return {
    id,
    uid: `uid-${id}`,
    zone: 'America/Los_Angeles',
    zoneFrom: 'event',
    notes: [],
    fields: { title: `Event ${id}`, date: '2026-12-04T02:30:00.000Z', status: 'scheduled', ...fields },
  }
}

function found(...events: FoundEvent[]): Found {
  return {
    source: 'import.a',
    kind: 'calendar',
    events,
    leftOut: [],
    problems: [],
    notes: [],
    until: '2027-05-22T17:00:00.000Z',
  }
}

/** An in-memory Content Lake with just what imports need. */
class Store {
  documents = new Map<string, StoredEvent>()
  source: ImportSource = { _id: 'import.a', name: 'A', known: '', ignored: [] }
  private revision = 0

  put(document: Record<string, unknown> & { _id: string }): void {
    this.revision += 1
    this.documents.set(document._id, { _type: 'event', ...document, _rev: String(this.revision) })
  }

  publish(id: string): void {
    const { _id, ...draft } = this.documents.get(`drafts.${id}`) as StoredEvent
    this.documents.delete(`drafts.${id}`)
    this.put({ ...draft, _id: id })
  }

  compare(read: Found) {
    const all = [...this.documents.values()]
    const isOwn = ({ imported }: StoredEvent) => imported?.source === read.source
    return compareImport(read, {
      own: all.filter(isOwn),
      others: all.filter((document) => !isOwn(document)),
      source: this.source,
      now,
    })
  }

  import(read: Found, decisions: Record<string, Decision> = {}) {
    const plan = planImport(read, this.compare(read), {
      source: this.source,
      decisions: new Map(Object.entries(decisions)),
      now,
    })
    for (const mutation of plan.transactions.flat()) this.apply(mutation)
    return plan
  }

  private apply(mutation: Mutation): void {
    if ('create' in mutation) {
      this.put(mutation.create)
      return
    }
    if ('createIfNotExists' in mutation) {
      const { createIfNotExists: document } = mutation
      if (document._type === 'event' && !this.documents.has(document._id)) this.put(document)
      return
    }
    const { id, ifRevisionID, set = {}, unset = [] } = mutation.patch
    if (id === this.source._id) {
      this.source = { ...this.source, ...set }
      return
    }
    const document = this.documents.get(id) as StoredEvent
    if (document._rev !== ifRevisionID) throw new Error('The revision is stale')
    const kept = Object.entries(document).filter(([name]) => !unset.includes(name))
    this.put({ ...Object.fromEntries(kept), ...set, _id: id })
  }

  statuses(read: Found): ImportStatus[] {
    return this.compare(read).map(({ status }) => status)
  }
}

describe('an import', () => {
  it('creates each draft once, however often it is repeated', () => {
    const store = new Store()
    const read = found(event('a'), event('b', { date: '2026-12-05T02:30:00.000Z' }))
    expect(store.import(read).written).toBe(2)
    expect([...store.documents.keys()]).toEqual(['drafts.a', 'drafts.b'])
    expect(store.import(read)).toMatchObject({ written: 0, outcome: { text: '2 unchanged' } })
    store.publish('a')
    expect(store.statuses(read)).toEqual(['unchanged', 'unchanged'])
  })

  it('updates fields that only the source has changed', () => {
    const store = new Store()
    store.import(found(event('a', { price: '$5', location: 'SHACK15' })))
    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', title: 'Better title' })
    const later = found(event('a', { location: 'Homebrew' }))
    expect(store.compare(later)).toMatchObject([
      {
        status: 'changed',
        changes: [
          { field: 'location', before: 'SHACK15', after: 'Homebrew' },
          { field: 'price', before: '$5', after: undefined },
        ],
      },
    ])
    store.import(later)
    expect(store.documents.get('drafts.a')).toMatchObject({ title: 'Better title', location: 'Homebrew' })
    expect(store.documents.get('drafts.a')).not.toHaveProperty('price')
    expect(store.statuses(later)).toEqual(['unchanged'])
  })

  it('adds the venue that it finds, unless an editor has chosen one', () => {
    const store = new Store()
    const at = (id?: string) =>
      found(event('a', id === undefined ? {} : { venueRef: { _type: 'reference', _ref: id } }))
    const chosen = (_ref: string) => ({ _type: 'reference', _key: 'k', _ref })
    store.import(at())
    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', venueRef: chosen('ours') })
    expect(store.statuses(at('tower'))).toEqual(['unchanged'])

    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', venueRef: undefined })
    expect(store.statuses(at('tower'))).toEqual(['changed'])
    store.import(at('tower'))
    expect(store.documents.get('drafts.a')).toMatchObject({ venueRef: { _ref: 'tower' } })
    expect(store.statuses(at('tower'))).toEqual(['unchanged'])
    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', venueRef: chosen('tower') })
    expect(store.statuses(at('tower'))).toEqual(['unchanged'])

    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', venueRef: chosen('ours') })
    expect(store.statuses(at('tower'))).toEqual(['unchanged'])
    expect(store.statuses(at('hall'))).toEqual(['edited'])
    expect(store.statuses(at())).toEqual(['unchanged'])
  })

  it('changes the venue with the place in the source, but not after an editor has changed the place', () => {
    const store = new Store()
    const at = (location: string, id?: string) =>
      found(event('a', { location, ...(id !== undefined && { venueRef: { _type: 'reference', _ref: id } }) }))
    store.import(at('Tower', 'tower'))
    store.import(at('Park'))
    expect(store.documents.get('drafts.a')).toMatchObject({ location: 'Park' })
    expect(store.documents.get('drafts.a')?.['venueRef']).toBeUndefined()

    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', location: 'Ours' })
    expect(store.compare(at('Park', 'park'))).toMatchObject([{ status: 'unchanged' }])
    expect(store.compare(at('Hall', 'hall'))).toMatchObject([
      { status: 'edited', changes: [], conflicts: [{ field: 'location' }] },
    ])
  })

  it('describes the venue by its name, not its id', async () => {
    const read = found(event('a', { location: 'The Commons, Hayes Valley' }))
    const loaded = { source: null, own: [], others: [], venues: [{ _id: 'v-1', name: 'The Commons' }] }
    const client = { fetch: async () => loaded as never, mutate: async () => undefined }
    const { items } = await previewImport(client, async () => read, { now })
    expect(items[0]?.found?.fields.venueRef).toEqual({ _type: 'reference', _ref: 'v-1' })
    expect(describeItem(items[0] as ImportItem)).toEqual(['venue: The Commons'])
  })

  it('does not import an address that the venue has, unless an editor has chosen another venue', async () => {
    const tower = { _id: 'tower', name: 'Frontier Tower', address: '995 Market St\nSan Francisco' }
    const at = (address: string) => found(event('a', { location: 'Frontier Tower', address }))
    const place = async (read: Found) => {
      const loaded = { source: null, own: [], others: [], venues: [tower] }
      const client = { fetch: async () => loaded as never, mutate: async () => undefined }
      const { items } = await previewImport(client, async () => read, { now })
      return found(items[0]?.found as FoundEvent)
    }
    const same = await place(at('995 market st,  San Francisco'))
    expect(same.events[0]?.fields).toMatchObject({ venueRef: { _ref: 'tower' } })
    expect(same.events[0]?.fields).not.toHaveProperty('address')
    const other = await place(at('995 Market St, Floor 16'))
    expect(other.events[0]?.fields.address).toBe('995 Market St, Floor 16')

    // As earlier versions imported it.
    const before = found(event('a', { ...same.events[0]?.fields, address: '995 Market St, San Francisco' }))
    const store = new Store()
    store.import(before)
    store.import(same)
    expect(store.documents.get('drafts.a')).not.toHaveProperty('address')
    const edited = new Store()
    edited.import(before)
    edited.put({ ...edited.documents.get('drafts.a'), _id: 'drafts.a', venueRef: undefined })
    expect(edited.statuses(same)).toEqual(['unchanged'])
  })

  it('creates a draft of a published event that has changed', () => {
    const store = new Store()
    store.import(found(event('a')))
    store.publish('a')
    store.put({ ...store.documents.get('a'), _id: 'a', description: 'by an editor' })
    store.import(found(event('a', { status: 'cancelled' })))
    expect(store.documents.get('a')).toMatchObject({ status: 'scheduled' })
    expect(store.documents.get('drafts.a')).toMatchObject({
      status: 'cancelled',
      description: 'by an editor',
    })
  })

  it('does not ask about a field that the editor and the source had changed in the same way', () => {
    const store = new Store()
    store.import(found(event('a')))
    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', title: 'Agreed' })
    store.import(found(event('a', { title: 'Agreed', price: 'Free' })))
    expect(store.statuses(found(event('a', { title: 'Newer', price: 'Free' })))).toEqual(['changed'])
  })

  it('asks before it overwrites an editor’s change, and asks again until there is a decision', () => {
    const store = new Store()
    store.import(found(event('a')))
    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', title: 'Ours' })
    const later = found(event('a', { title: 'Theirs', price: 'Free' }))
    expect(store.compare(later)).toMatchObject([
      { status: 'edited', changes: [{ field: 'price' }], conflicts: [{ before: 'Ours', after: 'Theirs' }] },
    ])
    store.import(later)
    expect(store.documents.get('drafts.a')).toMatchObject({ title: 'Ours', price: 'Free' })
    expect(store.statuses(later)).toEqual(['edited'])
    store.import(later, { a: 'keep' })
    expect(store.documents.get('drafts.a')).toMatchObject({ title: 'Ours' })
    expect(store.statuses(later)).toEqual(['unchanged'])
    const last = found(event('a', { title: 'Theirs again', price: 'Free' }))
    expect(store.statuses(last)).toEqual(['edited'])
    store.import(last, { a: 'take' })
    expect(store.documents.get('drafts.a')).toMatchObject({ title: 'Theirs again' })
    expect(store.statuses(last)).toEqual(['unchanged'])
  })

  it('holds back possible duplicates of other events, but not within one source', () => {
    const store = new Store()
    store.put({
      _id: 'other',
      title: 'Demo Night: Agents & Espresso',
      date: '2026-12-04T02:45:00Z',
      location: 'Frontier Tower',
    })
    const same = { title: 'Agents and Espresso Demo Night', location: 'Frontier Tower, 995 Market St' }
    const read = found(
      event('a', same),
      event('b', { title: 'Chess', location: 'Zo House' }),
      event('c', { title: 'Chess!', location: 'Zo House, SF' }),
    )
    expect(store.compare(read)).toMatchObject([
      { status: 'duplicate', lookLike: [{ id: 'other' }] },
      { status: 'new' },
      { status: 'new' },
    ])
    store.import(read)
    expect(store.statuses(read)).toEqual(['duplicate', 'unchanged', 'unchanged'])
    store.import(read, { a: 'keep' })
    expect(store.statuses(read)).toEqual(['ignored', 'unchanged', 'unchanged'])
  })

  it('holds back an event that looks like one that is gone from the source, as after a change of its UID', () => {
    const store = new Store()
    store.import(found(event('a', { title: 'Chess' })))
    const read = found(event('b', { title: 'Chess' }))
    expect(store.compare(read)).toMatchObject([
      { status: 'duplicate', lookLike: [{ id: 'a' }] },
      { status: 'gone', id: 'a' },
    ])
  })

  it.each([
    ['2026-12-04T02:00:00.000Z', 'duplicate'],
    ['2026-12-04T02:45:00.000Z', 'duplicate'],
    ['2026-12-04T03:00:00.000Z', 'duplicate'],
    ['2026-12-04T03:00:01.000Z', 'new'],
    ['some day', 'new'],
  ])('compares an event with one from elsewhere at %s: %s', (date, status) => {
    const store = new Store()
    store.put({ _id: 'other', title: 'Chess', date })
    expect(store.statuses(found(event('a', { title: 'Chess' })))).toEqual([status])
  })

  it('asks before it recreates an event that an editor has deleted', () => {
    const store = new Store()
    const read = found(event('aaaaaaaa-1'))
    store.import(read)
    store.documents.clear()
    expect(store.statuses(read)).toEqual(['deleted'])
    store.import(read)
    expect(store.documents.size).toBe(0)
    store.import(read, { 'aaaaaaaa-1': 'take' })
    expect(store.statuses(read)).toEqual(['unchanged'])
  })

  it('reports upcoming events that are gone from the source, and cancels them only on request', () => {
    const store = new Store()
    store.import(found(event('a'), event('b', { date: '2026-11-23T10:00:00.000Z', title: 'This morning' })))
    expect(store.compare(found())).toMatchObject([{ status: 'gone', id: 'a' }])
    store.import(found())
    expect(store.documents.get('drafts.a')).toMatchObject({ status: 'scheduled' })
    store.import(found(), { a: 'take' })
    expect(store.documents.get('drafts.a')).toMatchObject({ status: 'cancelled' })
    expect(store.compare(found())).toEqual([])
  })

  it('does not report an event as gone whose date an editor has not finished typing', () => {
    const store = new Store()
    store.import(found(event('a')))
    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', date: '2026-12-11 at' })
    expect(store.compare(found())).toEqual([])
  })

  it.each([
    ['uid-a', 'leftOut'],
    ['uid-a 2026-12-04', 'leftOut'],
    ['uid', 'gone'],
    ['uid-b', 'gone'],
  ])(
    'does not report an event as gone that the source has but the import left out: %s, %s',
    (uid, status) => {
      const store = new Store()
      store.import(found({ ...event('a'), uid: 'uid-a 2026-12-04 18:30' }))
      const read = { ...found(), leftOut: [uid] }
      expect(store.compare(read)).toMatchObject([{ id: 'a', status }])
      expect(store.import(read, { a: 'take' }).written).toBe(status === 'gone' ? 1 : 0)
    },
  )

  it('says of an event that is left out that the source has it, and drops an earlier decision to keep it', () => {
    const store = new Store()
    store.import(found(event('a')))
    store.import(found(), { a: 'keep' })
    const read = { ...found(), leftOut: ['uid-a'] }
    expect(describeItem(store.compare(read)[0] as ImportItem)).toEqual([
      'the source still has it, but over, too far away or unreadable: nothing was changed',
    ])
    expect(store.import(read).outcome.text).toBe('1 left out')
    expect(store.statuses(found())).toEqual(['gone'])
  })

  it('asks again about an event that was gone, was kept and has come back since', () => {
    const store = new Store()
    const there = found(event('aaaaaaaa-1'))
    store.import(there)
    store.import(found(), { 'aaaaaaaa-1': 'keep' })
    expect(store.statuses(found())).toEqual(['ignored'])
    store.import(there)
    expect(store.statuses(found())).toEqual(['gone'])
    store.documents.clear()
    expect(store.statuses(there)).toEqual(['deleted'])
    store.import(there, { 'aaaaaaaa-1': 'keep' })
    store.import(there)
    expect(store.statuses(there)).toEqual(['ignored'])
  })

  it('does not count a copy of an imported event as imported', () => {
    const store = new Store()
    store.import(found(event('a')))
    store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.copy' })
    expect(store.statuses(found(event('a')))).toEqual(['unchanged'])
  })

  it('splits an import that is too large for one transaction', () => {
    const store = new Store()
    const description = 'x'.repeat(10_000)
    const many = Array.from({ length: 500 }, (_, index) =>
      event(`${index}`.padStart(8, '0'), { title: `T${index}`, description }),
    )
    const { transactions } = store.import(found(...many))
    expect(transactions.length).toBeGreaterThan(2)
    expect(Math.max(...transactions.map((part) => JSON.stringify(part).length))).toBeLessThan(2_100_000)
    expect(new Set(store.statuses(found(...many)))).toEqual(new Set(['unchanged']))
  })

  it('never overwrites an editor’s text, whatever the order of changes', () => {
    const field = fc.constantFrom('title', 'location', 'price')
    const step = fc.oneof(
      fc.record({ who: fc.constant('editor'), field, text: fc.constantFrom('ours', 'also ours') }),
      fc.record({ who: fc.constant('source'), field, text: fc.constantFrom('a', 'b', 'c') }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const store = new Store()
        const says: Record<string, string> = { title: 'x', location: 'x', price: 'x' }
        const edited: Record<string, string> = {}
        store.import(found(event('a', says)))
        for (const { who, field: name, text: words } of steps) {
          if (who === 'source') says[name] = words
          else if (store.documents.get('drafts.a')?.[name] !== words) {
            edited[name] = words
            store.put({ ...store.documents.get('drafts.a'), _id: 'drafts.a', [name]: words })
          }
          store.import(found(event('a', says)))
          expect(store.documents.get('drafts.a')).toMatchObject(edited)
        }
        expect(store.documents.get('drafts.a')).toMatchObject({ ...says, ...edited })
      }),
    )
  })
})

describe('descriptions', () => {
  it('cover times, differences and zones', () => {
    const item = { date: '2026-12-04T02:30:00.000Z', found: event('a') }
    expect(describeTime(item)).toBe('Thursday, December 3, 2026 at 6:30 PM PST')
    expect(describeTime({ ...item, found: event('a', { allDay: true }) })).toBe('Thu, Dec 3, 2026, all day')
    expect(describeChange({ field: 'price', before: undefined, after: '$5' })).toBe('price: nothing → “$5”')
    expect(describeChange({ field: 'end', before: item.date, after: null })).toBe(
      'end: Thursday, December 3, 2026 at 6:30 PM PST → nothing',
    )
    expect(describeZones({ events: [event('a')] })).toEqual([])
    const floating = { ...event('b'), zoneFrom: 'default' as const }
    expect(describeZones({ events: [event('a'), floating] })).toEqual([
      'One event has a zone.',
      'One event has no zone: read as America/Los_Angeles, the default zone.',
    ])
  })
})

describe('transactions', () => {
  it('report how much was written if one fails', async () => {
    const failing = (at: number, error: Error) => {
      let count = 0
      const mutate = async () => {
        count += 1
        if (count === at) throw error
      }
      return writePlan(
        { fetch: async () => [] as never, mutate },
        { transactions: [[], [], []], assumed: [] },
      )
    }
    const conflict = Object.assign(new Error('revision'), { statusCode: 409 })
    await expect(failing(1, conflict)).rejects.toThrow(
      /^Nothing was written: an event has changed since the comparison\. /,
    )
    await expect(failing(2, new Error('no way'))).rejects.toThrow(/^1 of 3 parts were written: no way\. /)
  })
})

describe('two events are alike', () => {
  const one = {
    title: 'Fintech Founders Dinner',
    date: '2026-12-04T02:30:00Z',
    location: 'SHACK15, Ferry Building',
  }
  it.each([
    [{}, true],
    [{ date: '2026-12-04T03:00:00Z' }, true],
    [{ date: '2026-12-04T03:01:00Z' }, false],
    [{ title: 'Founders’ Fintech dinner (SF)' }, true],
    [{ title: 'Climate Founders Breakfast' }, false],
    [{ location: 'Homebrew' }, false],
    [{ location: undefined }, true],
    [{ title: 'Fintech Dinner Club', location: undefined }, false],
    [{ location: 'Homebrew', url: 'https://www.lu.ma/x/?a=1' }, true],
    [{ date: 'no date' }, false],
  ])('with %o: %s', (fields, expected) => {
    expect(isSimilar({ ...one, url: 'https://luma.com/x' }, { ...one, ...fields })).toBe(expected)
  })
})
