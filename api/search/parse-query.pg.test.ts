import { expect, it } from 'vitest'
import { openTestDatabase } from '../tests/database.ts'
import { parseQuery, writeTsQueries } from './parse-query.ts'

const texts = [
  'Founding engineer, “Series A”…',
  'C++ / C# & .NET — 50% (remote)',
  'XR/VR/AR/MR',
  'ada@example.org https://example.org/a?b=c#d',
  'Café ÉCOLE Ñandú coöperate',
  'ﬁne ½ Ⅷ ２０２６ ＡＢＣ',
  'Ищем ИНЖЕНЕРА, срочно!',
  'שלום, עולם־טוב',
  'مرحبا، كيف الحال؟',
  'नमस्ते दुनिया।',
  '你好，世界。スタートアップ・東京',
  '한국어 스타트업',
  'สวัสดี',
  'ΟΔΟΣ Ὀδός ς',
  'a room 🏠 for 👩‍👩‍👧 and 👍🏽 ❤️',
  'tab\tnew\nline\u00a0nbsp\u200bzero',
  '\'quotes\' "double" \\back | & ! : * ( ) < > %_',
  '…',
  '',
]

it('splits a query into the same words as the database splits a text', async () => {
  const { sql } = await openTestDatabase()
  const rows = await sql<Array<{ form: string }>>`
    select search_form(text) as form from unnest(${texts}::text[]) with ordinality as texts(text, place) order by place
  `
  expect(rows).toHaveLength(texts.length)
  expect(texts.map((text) => parseQuery(text).form)).toEqual(rows.map(({ form }) => form))
})

it('keeps runs of letters together, and removes duplicates', () => {
  expect(parseQuery('Room, ROOM 你好你好 room').runs).toEqual([['room'], ['你', '好', '你', '好']])
})

it('limits expanded signs to 32 words and 200 letters', () => {
  const { form, runs } = parseQuery('\u3300'.repeat(200))
  expect([runs.flat().length, form.length]).toEqual([32, 63])
  expect(parseQuery('\u2121'.repeat(100)).form).toBe('tel'.repeat(67).slice(0, 200))
})

it.each([
  ['room share', ["'room'", "'share':*"]],
  ['你好', ["'你' <-> '好':*"]],
  ['a', ["'a':*"]],
  ['plan b', ["'plan'"]],
  ['東京 人', ["'東' <-> '京'", "'人':*"]],
  ['!!!', []],
  ['\ud800', []],
  ['a\0b\u00adc\u2060', ["'abc':*"]],
])('turns %j into the queries %j', (written, asWritten) => {
  expect(writeTsQueries(parseQuery(written)).map((run) => run.asWritten)).toEqual(asWritten)
})

it('adds the alternatives of a word to its query', () => {
  const meanings = new Map([
    ['rom', ['room', 'roam']],
    ['ventas', ['sales biz dev']],
  ])
  expect(writeTsQueries(parseQuery('rom ventas'), { meanings })).toEqual([
    { asWritten: "'rom' | 'room' | 'roam'", inEnglish: "'rom' | 'room' | 'roam'" },
    { asWritten: "'ventas':* | 'sales biz dev'", inEnglish: "'ventas' | 'sales biz dev'" },
  ])
})
