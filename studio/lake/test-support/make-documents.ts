const words =
  'the quick brown fox jumps over a lazy dog while founders pitch to investors every friday'.split(' ')
const AUTHORS = 20

type TestDocument = { _id: string; _type: string; [field: string]: unknown }

/** `count` documents: authors, and events with bodies of 12 blocks that refer to the authors. */
export function makeDocuments(count: number): TestDocument[] {
  const authors = Array.from({ length: AUTHORS }, (_, index) => ({
    _id: `author-${index}`,
    _type: 'author',
    name: `Author ${index}`,
  }))
  const events = Array.from({ length: count - AUTHORS }, (_, index) => makeEvent(index))
  return [...authors, ...events]
}

function makeEvent(index: number): TestDocument {
  return {
    _id: `event-${index}`,
    _type: 'event',
    title: `Event ${index}`,
    slug: { _type: 'slug', current: `event-${index}` },
    date: new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString(),
    views: 0,
    author: { _type: 'reference', _ref: `author-${index % AUTHORS}` },
    body: Array.from({ length: 12 }, (_, block) => makeBlock(index, block)),
  }
}

function makeBlock(index: number, block: number) {
  const text = Array.from({ length: 40 }, (_, word) => words[(index + block * 7 + word * 3) % words.length])
  return {
    _key: `block-${block}`,
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: 'span', _type: 'span', marks: [], text: text.join(' ') }],
  }
}
