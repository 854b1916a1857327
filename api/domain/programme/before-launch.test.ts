import { describe, expect, it } from 'vitest'
import { listLaunchPoints, measureProgramme } from './before-launch.ts'
import { slots } from './slots.ts'

const texts = Object.fromEntries(
  slots.flatMap(({ id }) => ['', '_es', '_fr'].map((end) => [id + end, 'yes'])),
)
const dates = { opens: '2026-11-01', closes: '2026-12-18', decision: '2027-01-08', start: '2027-01-11' }
const whole = { ...texts, ...dates, demoDays: ['2027-03-05'], end: '2027-05-14' }
const settings = {
  contactEmail: 'team@ours.dev',
  schedulingUrl: 'https://cal.ours.dev/intro',
  organisation: 'Ours',
  copyright: '© Ours',
}

describe('the programme', () => {
  it('is at 100% with all answers and dates, and at 0% without a document', () => {
    expect(measureProgramme(whole)).toMatchObject({ percent: 100, done: 18, total: 18, open: [] })
    expect(measureProgramme(null)).toMatchObject({ percent: 0, done: 0 })
    expect(measureProgramme(null).open).toHaveLength(12 + 1)
  })

  it.each([
    [{ cost: ' ' }, ['not answered: What does it cost?']],
    [{ dates: null, reply: null }, []],
    [
      { dates: null, closes: null },
      ['not answered: When do applications open and close?', 'dates not known: applications close'],
    ],
    [{ demoDays: [], end: null }, ['dates not known: the loop ends, demo day']],
    [
      { cost_es: '', visa_es: null, visa_fr: '' },
      ['2 answers without a Spanish translation', '1 answer without a French translation'],
    ],
  ])('with %j lacks %j', (changes, open) => {
    expect(measureProgramme({ ...whole, ...changes } as never).open).toEqual(open)
  })
})

describe('before launch', () => {
  const list = (changes: object, siteUrl?: string) =>
    listLaunchPoints({ programme: whole, siteSettings: { ...settings, ...changes } }, siteUrl)

  it.each([
    [{ contactEmail: 'hello@example.org' }, undefined, ['the contact email']],
    [{ schedulingUrl: 'https://schedule.example.org/intro' }, undefined, ['the scheduling link']],
    [
      { organisation: 'the founders community', copyright: '© the founders community' },
      undefined,
      ['the organisation', 'the copyright line'],
    ],
    [{ contactEmail: 'hello@notexample.org', organisation: 'the founders community of Lyon' }, undefined, []],
    [{}, 'http://localhost:4321', ['SITE_URL']],
    [{}, 'https://localhost.ours.dev', []],
  ])('with %j at %s, these are left: %j', (changes, siteUrl, expected) => {
    expect(list(changes, siteUrl).map((point) => point.split(' is ')[0])).toEqual(expected)
  })
})
