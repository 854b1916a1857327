import { describe, expect, it, test } from 'vitest'
import type { Found, ReadSettings } from '#domain/import/found.ts'
import { readSource } from '../read-source.ts'

const now = new Date('2026-11-25T20:00:00Z')

function read(text: string, settings: ReadSettings = {}): Found {
  return readSource(Buffer.from(text), { source: 's', now, ...settings })
}

/** Title, start, end and `all day` of each event, without what all have in common. */
const show = ({ events }: Found) =>
  events.map(({ fields: { title, date, end = '', allDay } }) =>
    [title, short(date), short(end), allDay ? 'all day' : ''].join(' ').trim(),
  )
const short = (instant: string) => instant.replace(/^2026-/, '').replace(':00.000Z', '')

describe('fault 91: a day that is marked as whole', () => {
  const header = '"Subject","Start Date","Start Time","End Date","End Time","All day event"'

  test.each([
    ['12/14/2026,12:00:00 AM,12/17/2026,12:00:00 AM,True', 'A 12-14T08:00 12-16T08:00 all day'],
    ['12/14/2026,12:00:00 AM,12/15/2026,12:00:00 AM,TRUE', 'A 12-14T08:00  all day'],
    ['12/14/2026,00:00:00,12/17/2026,00:00:00,yes', 'A 12-14T08:00 12-16T08:00 all day'],
    ['12/14/2026,12:00 AM,12/16/2026,11:59 PM,1', 'A 12-14T08:00 12-16T08:00 all day'],
    ['12/14/2026,,12/16/2026,,sí', 'A 12-14T08:00 12-16T08:00 all day'],
    ['12/14/2026,,,,Oui', 'A 12-14T08:00  all day'],
    ['12/14/2026 12:00 AM,,12/17/2026 12:00 AM,,x', 'A 12-14T08:00 12-16T08:00 all day'],
    ['12/14/2026,9:00 AM,12/14/2026,5:00 PM,True', 'A 12-14T08:00  all day'],
    ['12/14/2026,12:00:00 AM,12/17/2026,12:00:00 AM,Ein', 'A 12-14T08:00 12-16T08:00 all day'],
    ['12/14/2026,12:00:00 AM,12/17/2026,12:00:00 AM,Aus', 'A 12-14T08:00 12-17T08:00'],
    ['12/14/2026,12:00:00 AM,12/15/2026,12:00:00 AM,checked', 'A 12-14T08:00  all day'],
    ['12/14/2026,12:00:00 AM,12/15/2026,12:00:00 AM,-1', 'A 12-14T08:00  all day'],
    ['12/14/2026,12:00:00 AM,12/17/2026,12:00:00 AM,False', 'A 12-14T08:00 12-17T08:00'],
    ['12/14/2026,6:00 PM,12/14/2026,9:00 PM,no', 'A 12-15T02:00 12-15T05:00'],
    ['12/14/2026,6:00 PM,12/14/2026,9:00 PM,', 'A 12-15T02:00 12-15T05:00'],
  ])('%s', (row, expected) => expect(show(read(`${header}\nA,${row}\n`))).toEqual([expected]))

  test.each([
    'All Day',
    'is_all_day',
    'AllDay',
    'all-day',
    'Ganztägiges Ereignis',
    'Todo el día',
    'Journée entière',
  ])('is found in the column %s', (name) => {
    const found = read(`title,date,${name}\nA,2026-12-14 00:00,yes\n`)
    expect(found.table?.mapping.allDay).toBe(name)
    expect(show(found)).toEqual(['A 12-14T08:00  all day'])
  })

  it.each(['maybe', 'Kyllä'])('or says something else gets a note: %s', (cell) => {
    const found = read(`${header},Location\nA,12/14/2026,12:00 AM,,,${cell},L\n`)
    expect(found.events[0]?.notes).toEqual([
      `“${cell}” does not say whether it lasts all day: its times were kept.`,
    ])
  })

  it('and has times gets a note', () => {
    const found = read(`${header},Location\nA,12/14/2026,9:00 AM,,,True,L\n`)
    expect(found.events[0]?.notes).toEqual(['It is marked as lasting all day: its times were left out.'])
  })
})

describe('fault 91: times', () => {
  test.each([
    ['title,date,time\nA,2026-12-10,6:00 PM - 8:30 PM', 'A 12-11T02:00 12-11T04:30'],
    ['title,date,time\nA,2026-12-10,10pm-2am', 'A 12-11T06:00 12-11T10:00'],
    ['title,date,time\nA,2026-12-10,6-8pm ET', 'A 12-10T23:00 12-11T01:00'],
    ['title,date,time\nA,2026-12-10,6pm UTC +1', 'A 12-10T17:00'],
    ['title,date,time\nA,2026-12-10,6pm Pacific/Honolulu', 'A 12-11T04:00'],
    ['title,date,time\nA,2026-12-10,6pm CET', 'A 12-10T17:00'],
    ['title,date,time\nA,2026-12-10,18h30', 'A 12-11T02:30'],
    ['title,date,time\nA,Dec 14-16,6-8pm', 'A 12-15T02:00 12-17T04:00'],
    ['title,date,time,end time\nA,2026-12-10,6pm-7pm,9pm', 'A 12-11T02:00 12-11T05:00'],
    ['title,date,end time\nA,2026-12-10T18:00-05:00,20:30', 'A 12-10T23:00 12-11T01:30'],
    ['title,date,end\nA,2026-12-10 6 PM PST,8 PM', 'A 12-11T02:00 12-11T04:00'],
    ['title,date,end\nA,2026-12-10 6 PM,2026-12-12', 'A 12-11T02:00 12-13T07:59'],
    ['title,date\nA,"December 12, 2026 → December 13, 2026"', 'A 12-12T08:00 12-13T08:00 all day'],
    ['title,date\nA,Dec 14-16', 'A 12-14T08:00 12-16T08:00 all day'],
  ])('%j', (text, expected) => expect(show(read(`${text}\n`))).toEqual([expected]))

  it('that cannot be read are named', () => {
    const found = read(
      'title,date,time,end,location\nA,2026-12-10,6pm XYZ,,L\nB,2026-12-10,6pm,late,L\nC,2026-12-10 6pm ET,6pm PT,,L\n',
    )
    expect(found.problems).toEqual([
      'Row 2 cannot be read: “6pm XYZ” is not a valid time',
      'Row 4 cannot be read: “2026-12-10 6pm ET” and “6pm PT” have different time zones',
    ])
    expect(found.events.map(({ notes }) => notes)).toEqual([['“late” is not a valid end: it was left out.']])
  })

  it('of the zone of the other half of the year, and dates without a year, have a note', () => {
    const found = read('title,date,location\nA,"Apr 6, 6pm PST",L\n')
    expect(show(found)).toEqual(['A 2027-04-07T01:00'])
    expect(found.events[0]?.notes).toEqual(['Its time zone is PDT on that day, not PST: it was read as PDT.'])
    expect(found.notes).toEqual([
      'Dates without a year, such as “Apr 6, 6pm PST”, were read as the next such day.',
    ])
  })
})

const rows = 'title;date\nCafé, bar;2026-12-10 18:00\n'

describe('fault 91: a table', () => {
  test.each([
    ['sep=;', `sep=;\n${rows}`],
    ['sep=; after a byte order mark', `\ufeffsep=;\r\n${rows}`],
    ['SEP=; in quotes', `"SEP=;"\n${rows}`],
    ['sep=,', `sep=,\n${rows.replace('Café, bar', '"Café, bar"').replaceAll(';', ',')}`],
    ['sep=<tab>', `sep=\t\n${rows.replaceAll(';', '\t')}`],
    ['sep=|', `sep=|\n${rows.replaceAll(';', '|')}`],
    ['semicolons', rows],
    ['a title', `Events of the club\n\n${rows}`],
    ['a title in quotes', `"Events of the club"\n${rows}`],
    ['a title with a comma', `Events, in December\n${rows}`],
    ['a title in a row of its own cells', `Events;\n;\n${rows}`],
    ['empty lines', `\n\n${rows.replace('\n', '\n\n;\n')}\n`],
  ])('with %s is read', (_, text) => expect(show(read(text))).toEqual(['Café, bar 12-11T02:00']))

  it('with a title and columns that are mapped is read', () => {
    const text = 'Events, in December\nWhat;When\nA;2026-12-10 18:00\n'
    expect(show(read(text, { mapping: { title: 'What', date: 'When' } }))).toEqual(['A 12-11T02:00'])
  })

  it('names the row as a spreadsheet numbers it', () => {
    const text = 'sep=,\nEvents\n\ntitle,date\nA,2026-12-10\n\nB,someday\n'
    expect(read(text).problems).toEqual(['Row 6 cannot be read: “someday” is not a valid date and time'])
  })

  it('has its entities decoded once', () => {
    const text = 'title,date,description\nCaf&eacute; &amp;amp; R&D,2026-12-10,<p>&amp;amp;</p>\n'
    expect(read(text).events[0]?.fields).toMatchObject({ title: 'Café &amp; R&D', description: '&amp;' })
  })
})

describe('fault 91: the order of day and month', () => {
  const change = (flag: string) =>
    ` If that is wrong, change the order of dates: “4/12 is” in the Studio, ${flag} on the command line.`

  it('is the one that one cell proves, which a note says', () => {
    const found = read('title,date\nA,4/12/2026\nB,27/12/2026\n')
    expect(show(found)).toEqual(['A 12-04T08:00  all day', 'B 12-27T08:00  all day'])
    expect(found.table).toMatchObject({ dateOrder: 'dmy', provenOrder: 'dmy' })
    expect(found.notes).toEqual([
      `Dates such as “4/12/2026” were read with the day first, since “27/12/2026” can only be read so.${change('--month-first')}`,
    ])
    expect(show(read('title,date,end\nA,4/12/2026,27/12/2026\n'))).toEqual([
      'A 12-04T08:00 12-27T08:00 all day',
    ])
    expect(show(read('title,date\nA,4/12/2026 18:30\nB,"27/12/2026, 19h"\n'))[0]).toBe('A 12-05T02:30')
  })

  it('is the month first if cells contradict each other, which are named', () => {
    const found = read('title,date\nA,4/12/2026\nB,27/12/2026\nC,12/27/2026\n')
    expect(show(found)).toEqual(['C 12-27T08:00  all day'])
    expect(found.problems).toEqual(['Row 3 cannot be read: “27/12/2026” is not a valid date and time'])
    expect(found.notes[0]).toBe(
      `Dates such as “4/12/2026” were read with the month first, but “27/12/2026” can only have the day first and “12/27/2026” only the month.${change('--day-first')}`,
    )
  })

  it('is the chosen one, without a note', () => {
    const text = 'title,date\nA,4/12/2026\nB,27/12/2026\n'
    expect(read(text, { dateOrder: 'mdy' })).toMatchObject({
      notes: ['One event is already over: left out.'],
      problems: ['Row 3 cannot be read: “27/12/2026” is not a valid date and time'],
    })
    expect(read(text, { dateOrder: 'dmy' }).notes).toEqual([])
  })

  it('needs no note if no date has two readings', () => {
    expect(read('title,date\nA,2026-12-04\nB,12/14/2026\nC,5/5/2027\n').notes).toEqual([])
  })
})

test.each([
  ['Betreff;Beginnt am;Beginnt um;Endet am;Endet um;Ganztägiges Ereignis;Ort', ';'],
  ['Objet,Date de début,Heure de début,Date de fin,Heure de fin,Journée entière,Emplacement', ','],
  ['Asunto,Fecha de comienzo,Comienzo,Fecha de finalización,Finalización,Todo el día,Ubicación', ','],
])('the columns of Outlook are known in other languages, in any encoding: %s', (header, comma) => {
  const row = ['A', '18/12/2026', '18:00:00', '18/12/2026', '21:00:00', '', 'Hall'].join(comma)
  for (const encoding of ['utf8', 'latin1', 'utf16le'] as const) {
    const text = `${encoding === 'utf16le' ? '\ufeff' : ''}${header}\n${row}\n`
    const found = readSource(Buffer.from(text, encoding), { source: 's', now })
    expect([show(found), found.events[0]?.fields.location]).toEqual([['A 12-19T02:00 12-19T05:00'], 'Hall'])
  }
})

test.each(['\u200e12/\u200e18/\u200e2026 6:00\u202fPM', '12\u201118\u20112026 6\u200b pm'])(
  'dates are read without what nobody sees: %j',
  (date) => expect(show(read(`title\tdate\nA\t${date}\n`))).toEqual(['A 12-19T02:00']),
)
