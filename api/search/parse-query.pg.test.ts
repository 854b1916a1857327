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
  'a room 🏠 for 👩‍👩‍👧 and 👍🏽 ❤️',
  'tab\tnew\nline\u00a0nbsp\u200bzero',
  '\'quotes\' "double" \\back | & ! : * ( ) < > %_',
  '…',
  '',
]

it('makes the same words of a query as the database makes of a text', async () => {
  const { sql } = await openTestDatabase()
  const rows = await sql<Array<{ form: string }>>`
    select search_form(text) as form from unnest(${texts}::text[]) with ordinality as texts(text, place) order by place
  `
  expect(rows).toHaveLength(texts.length)
  expect(texts.map((text) => parseQuery(text).form)).toEqual(rows.map(({ form }) => form))
})

it('keeps what runs together together, and no word twice', () => {
  expect(parseQuery('Room, ROOM 你好你好 room').runs).toEqual([['room'], ['你', '好', '你', '好']])
})

it.each([
  ['room share', ["'room'", "'share':*"]],
  ['你好', ["'你' <-> '好':*"]],
  ['a', ["'a':*"]],
  ['plan b', ["'plan'", "'b'"]],
  ['!!!', []],
  ['\ud800', []],
  ['a\0b', ["'a'", "'b'"]],
])('asks for %j as %j', (written, asWritten) => {
  expect(writeTsQueries(parseQuery(written)).map((run) => run.asWritten)).toEqual(asWritten)
})

it('asks for what a word may have meant beside the word', () => {
  const nearWords = new Map([['rom', ['room', 'roam']]])
  expect(writeTsQueries(parseQuery('rom share'), nearWords)).toEqual([
    { asWritten: "'rom' | 'room' | 'roam'", inEnglish: "'rom'" },
    { asWritten: "'share':*", inEnglish: "'share'" },
  ])
})
