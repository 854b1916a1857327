import { describe, expect, test } from 'vitest'
import { inEnglish, readSeed, seedDocument } from '../test-support/seed.ts'
import { createWorkspace, listFaults } from '../test-support/workspace.ts'

const workspace = await createWorkspace()

const validEvent = {
  _id: 'event',
  _type: 'event',
  title: 'Pitch practice',
  date: '2026-12-01T02:00:00.000Z',
  organizers: 'the founders community',
  location: 'Frontier Tower, SOMA',
}

const picture = { _type: 'figure', asset: { _type: 'reference', _ref: 'image-abc-10x10-png' }, alt: 'A room' }

function paragraph(text: string, style = 'normal') {
  return { _type: 'block', _key: text || 'empty', style, markDefs: [], children: [span(text)] }
}

function span(text: string, marks: string[] = []) {
  return { _type: 'span', _key: `s-${text}`, text, marks }
}

function linked(href: string | undefined) {
  const link = { _type: 'link', _key: 'l', ...(href !== undefined && { href }) }
  return { ...paragraph('x'), markDefs: [link], children: [span('x', ['l'])] }
}

/** More items than a page allows. */
function many(type: string) {
  return Array.from({ length: 51 }, (_, index) => ({ _type: type, _key: `${index}`, name: `${index}` }))
}

describe('a page', () => {
  const manyTiers = ['a', 'b', 'c', 'd'].map((name) => ({ ...tier(), _key: name, name }))
  function tier() {
    const { tiers } = seedDocument('sponsors') as unknown as { tiers: Record<string, unknown>[] }
    return tiers[0]
  }

  test.each<[string, Record<string, unknown>, string]>([
    ['about', { title: undefined }, 'error title: Required'],
    ['about', { title: ' ' }, 'error title: Title has no letters: write something, or clear the field'],
    ['about', { title: 'two\nlines' }, 'error title: Title must be one line'],
    ['about', { title: 'x'.repeat(141) }, 'error title: Title is too long: 141 characters, at most 140'],
    [
      'about',
      { title: 'x'.repeat(81) },
      'warning title: Title is longer than 80 characters: shorter reads better',
    ],
    [
      'about',
      { description: 'x'.repeat(301) },
      'error description: Description for search and sharing is too long: 301 characters, at most 300',
    ],
    [
      'about',
      { description: 'x'.repeat(161) },
      'warning description: Description for search and sharing is longer than 160 characters: shorter reads better',
    ],
    ['about', { intro: [] }, 'error intro: Write something for “Introduction”'],
    ['about', { intro: [paragraph(' ')] }, 'error intro: There is no text yet'],
    ['about', { intro: [paragraph('x'), paragraph('', 'h2')] }, 'warning intro: A heading is empty'],
    ['about', { intro: [paragraph('x', 'h3')] }, 'warning intro: The first heading is a small one'],
    ['about', { intro: [paragraph('x'), paragraph('')] }, 'warning intro: There is an empty line'],
    ['about', { intro: [linked(undefined)] }, 'error intro[x].markDefs[l].href: Required'],
    [
      'about',
      { intro: [linked('javascript:alert(1)')] },
      'error intro[x].markDefs[l].href: Begin with https://',
    ],
    ['about', { intro: [{ ...picture, _key: 'p', alt: undefined }] }, 'error intro[p].alt: Required'],
    ['about', { intro: [{ ...picture, _key: 'p', asset: undefined }] }, 'error intro[p]: Image is required'],
    [
      'about',
      { intro: [{ ...picture, _key: 'p', asset: { _type: 'reference', _ref: 'image-abc-10x10-svg' } }] },
      'error intro[p]: The picture must be a JPEG, PNG, WebP or AVIF file',
    ],
    [
      'about',
      { intro: [paragraph('x'.repeat(20_001))] },
      'error intro: The text is too long: 20,001 characters, at most 20,000',
    ],
    [
      'about',
      { intro: Array.from({ length: 1_001 }, (_, index) => paragraph(`${index}`)) },
      'error intro: The text has too many parts: 2,002',
    ],
    [
      'about',
      { intro: [linked(`https://example.org/${'x'.repeat(2_000)}`)] },
      'error intro[x].markDefs[l].href: The address is too long: at most 2,000 characters',
    ],
    [
      'about',
      { values: Array.from({ length: 101 }, (_, index) => `${index}`) },
      'error values: At most 100 lines fit',
    ],
    ['about', { phases: many('phase') }, 'error phases: At most 50 fit on the page'],
    ['team', { members: many('member') }, 'error members: At most 50 fit on the page'],
    ['sponsors', { tiers: many('tier') }, 'error tiers: At most 50 fit on the page'],
    ['sponsors', { kpis: many('kpi') }, 'error kpis: At most 50 fit on the page'],
    [
      'sponsors',
      { contactEmail: `${'a'.repeat(250)}@example.org` },
      'error contactEmail: An address has at most 254',
    ],
    [
      'siteSettings',
      { schedulingUrl: `https://example.org/${'x'.repeat(2_000)}` },
      'error schedulingUrl: The address is too long',
    ],
    ['about', { title_es: ' ' }, 'error title_es: Title (español) has no letters'],
    ['about', { title_fr: 'x'.repeat(141) }, 'error title_fr: Title (français) is too long: 141 characters'],
    ['about', { description_fr: 'x'.repeat(161) }, 'warning description_fr: '],
    ['about', { intro_es: [paragraph(' ')] }, 'error intro_es: There is no text yet'],
    [
      'about',
      { intro_es: [linked('javascript:alert(1)')] },
      'error intro_es[x].markDefs[l].href: Begin with https://',
    ],
    ['about', { values_es: ['a', 'a'] }, 'error values_es.1: '],
    ['sponsors', { 'tiers.1.name_fr': 'niveau 1 pilote' }, 'error tiers: “niveau 1 pilote” is there twice'],
    ['about', { facts: undefined }, 'error facts: Required'],
    ['about', { 'facts.months': 1.5 }, 'error facts.months: Months is a whole number from 1'],
    ['about', { 'facts.months': 0 }, 'error facts.months: Months is a whole number from 1'],
    ['about', { 'facts.feedbackRounds': undefined }, 'error facts.feedbackRounds: Required'],
    ['about', { 'facts.feedbackRounds.to': 2 }, 'error facts.feedbackRounds: The first number (3) is larger'],
    ['about', { 'facts.pitchMinutes': 3 }, 'warning facts: Pitch and questions take 6 minutes together'],
    [
      'programme',
      { opens: '2026-12-19', closes: '2026-12-18' },
      'error : “Applications close” (2026-12-18) comes before “applications open” (2026-12-19)',
    ],
    [
      'programme',
      { demoDays: ['2027-03-05', '2027-03-05'] },
      'error demoDays.1: Each demo day must be different',
    ],
    [
      'programme',
      { demoDays: Array.from({ length: 13 }, (_, index) => `2027-03-${index + 10}`) },
      'error demoDays: At most 12 days fit',
    ],
    ['about', { phases: [] }, 'error phases: Add at least one phase'],
    ['about', { values: [] }, 'error values: Write at least one line'],
    ['about', { values: ['a', 'a'] }, 'error values.1: '],
    ['sponsors', { tiers: [] }, 'error tiers: Add at least one tier'],
    ['sponsors', { tiers: manyTiers }, 'warning tiers: More than three tiers are hard to compare'],
    ['sponsors', { 'tiers.1.name': 'tier 1 pilot ' }, 'error tiers: “tier 1 pilot” is there twice'],
    ['sponsors', { 'tiers.0.citiesTo': 5 }, 'error tiers[tier-1-pilot]: The first number (6) is larger'],
    ['sponsors', { 'tiers.0.price': -1 }, 'error tiers[tier-1-pilot].price: Amount is a whole number from 1'],
    ['sponsors', { 'tiers.0.currency': 'EUR' }, 'error tiers[tier-1-pilot].currency: '],
    ['sponsors', { 'tiers.0.features': [] }, 'error tiers[tier-1-pilot].features: Write at least one line'],
    ['sponsors', { 'kpis.0.from': undefined }, 'error kpis[cities-activated]: Give the first number as well'],
    ['sponsors', { 'kpis.5.note': undefined }, 'error kpis[weekly-reports]: Give a number, or a note'],
    [
      'sponsors',
      { 'kpis.0.orMore': true },
      'error kpis[cities-activated]: Either a second number or “or more”',
    ],
    ['sponsors', { 'kpis.0.to': 9 }, 'error kpis[cities-activated]: The first number (10) is larger'],
    ['sponsors', { 'kpis.1.name': 'cities activated' }, 'error kpis: “cities activated” is there twice'],
    ['sponsors', { 'hackerHouse.budget': 20_000 }, 'warning hackerHouse: 16 events cost 24,000'],
    ['sponsors', { activations: undefined }, 'error activations: Required'],
    ['sponsors', { contactEmail: 'nobody' }, 'error contactEmail: '],
    ['siteSettings', { contactEmail: undefined }, 'error contactEmail: Required'],
    ['siteSettings', { contactEmail: 'a@b' }, 'error contactEmail: '],
    ['siteSettings', { schedulingUrl: 'http://schedule.example.org' }, 'error schedulingUrl: '],
    ['team', { 'members.0.responsibilities': undefined }, 'error members[programme].responsibilities: '],
    ['team', { 'members.0.photo': { _type: 'figure', alt: 'x' } }, 'error members[programme].photo'],
  ])('%s with %o: %s', async (id, changes, fault) => {
    const faults = await listFaults(workspace, seedDocument(id, changes))
    expect(faults).toContainEqual(expect.stringContaining(fault))
  })

  test('needs no translation', async () => {
    for (const document of readSeed()) expect(await listFaults(workspace, inEnglish(document))).toEqual([])
  })

  test('accepts links to pages, websites, email addresses and phones', async () => {
    for (const href of [
      '/apply',
      'https://example.org/a?b#c',
      'mailto:a@example.org',
      'tel:+1-415-555-0100',
    ]) {
      expect(await listFaults(workspace, seedDocument('about', { intro: [linked(href)] }))).toEqual([])
    }
  })

  test('accepts a picture with an alternative text', async () => {
    expect(await listFaults(workspace, seedDocument('team', { 'members.0.photo': picture }))).toEqual([])
  })
})

describe('an event', () => {
  test('is valid with only the required fields', async () => {
    expect(await listFaults(workspace, validEvent)).toEqual([])
  })

  test.each<[Record<string, unknown>, string]>([
    [{ title: undefined }, 'error title: Required'],
    [{ date: undefined }, 'error date: Required'],
    [{ date: 'tomorrow' }, 'error date: '],
    [{ date: '2026-02-30T10:00:00Z' }, 'error date: This cannot be read as a date'],
    [{ date: '0226-01-01T10:00:00Z' }, 'error date: This cannot be read as a date'],
    [{ date: '2026-12-01T10:00:00' }, 'error date: This is a text, not yet a date'],
    [{ date: '2026-12-01T10:00:00-16:00' }, 'error date: This cannot be read as a date'],
    [{ date: '2099-01-01T00:00:00Z' }, 'warning date: This is more than a year away'],
    [{ organizers: undefined }, 'error organizers: Required'],
    [{ location: undefined }, 'error location: Required'],
    [{ neighborhood: 'Mission' }, 'warning location: The location does not name Mission'],
    [{ venueRef: 'SHACK15' }, 'error venueRef: '],
    [{ image: { ...picture, alt: undefined } }, 'error image.alt: Required'],
    [{ image: { ...picture, asset: undefined } }, 'error image: Choose the picture, or clear the field'],
    [
      { image: { ...picture, asset: { _type: 'reference', _ref: 'image-abc-10x10-svg' } } },
      'error image: The picture must be a JPEG, PNG, WebP or AVIF file',
    ],
    [{ end: '2026-12-01T02:00:00Z' }, 'error end: The end must be after the beginning'],
    [{ end: '2027-01-02T02:00:00Z' }, 'error end: An event has at most 31 days'],
    [{ neighborhood: 'The moon' }, 'warning neighborhood: '],
    [{ topics: ['AI', 'Cooking'] }, 'warning topics'],
    [{ topics: ['AI', 'AI'] }, 'warning topics'],
    [{ types: ['Nap'] }, 'warning types'],
    [{ title: 'a\nb' }, 'error title: '],
    [{ title: ' \u200b' }, 'error title: '],
    [{ url: 'https://example.org/a b' }, 'error url: '],
    [{ url: 'javascript:alert(1)' }, 'error url: '],
    [{ url: 'https://' }, 'error url: '],
    [
      { url: `https://example.org/${'x'.repeat(2_000)}` },
      'error url: Write the whole address, without spaces, in at',
    ],
    [{ description: 'x'.repeat(10_001) }, 'error description: '],
  ])('with %o: %s', async (changes, fault) => {
    const faults = await listFaults(workspace, { ...validEvent, ...changes })
    expect(faults).toContainEqual(expect.stringContaining(fault))
  })

  test('can be published with a neighborhood or topic that is no longer on the list', async () => {
    const retired = {
      neighborhood: 'Atlantis',
      topics: ['Web 2.0'],
      types: ['Séance'],
    }
    const faults = await listFaults(workspace, { ...validEvent, ...retired })
    expect(faults.filter((fault) => fault.startsWith('error'))).toEqual([])
  })

  test('accepts a neighborhood that its location names, in upper or lower case', async () => {
    const event = {
      ...validEvent,
      neighborhood: 'SOMA',
      location: 'frontier tower (soma)',
    }
    expect(await listFaults(workspace, event)).toEqual([])
  })

  test('accepts an image with an alternative text', async () => {
    expect(await listFaults(workspace, { ...validEvent, image: { ...picture, _type: 'image' } })).toEqual([])
  })

  test('accepts a reference to a venue document', async () => {
    const venueRef = { _type: 'reference', _ref: 'venue-shack15' }
    expect(await listFaults(workspace, { ...validEvent, venueRef })).toEqual([])
  })

  test('accepts Other as neighborhood', async () => {
    expect(await listFaults(workspace, { ...validEvent, neighborhood: 'Other' })).toEqual([])
  })
})

describe('a venue', () => {
  const point = (lat?: number, lng?: number) => ({ coordinates: { _type: 'geopoint', lat, lng } })
  const outside = 'error coordinates: The latitude is from -90 to 90, the longitude from -180 to 180'

  test('is valid with only a name', async () => {
    expect(await listFaults(workspace, { _id: 'v', _type: 'venue', name: 'The pier' })).toEqual([])
  })

  test.each<[Record<string, unknown>, string]>([
    [{ name: undefined }, 'error name: Required'],
    [{ address: ' ' }, 'error address: Address has no letters'],
    [{ url: 'javascript:alert(1)' }, 'error url: '],
    [point(37.7955), 'error coordinates: Write both numbers, or clear both'],
    [point(91, -122.3937), outside],
    [point(37.7955, -181), outside],
  ])('with %o: %s', async (changes, fault) => {
    const faults = await listFaults(workspace, { _id: 'v', _type: 'venue', name: 'The pier', ...changes })
    expect(faults).toContainEqual(expect.stringContaining(fault))
  })
})
