import { describe, expect, it } from 'vitest'
import { expectLinear } from '../../tests/expect-linear.ts'
import { type JudgedPost, judgeCorpus, readCorpus } from './judge-corpus.ts'
import { decide, findSignals } from './score.ts'
import { compareSignatures, createSignature } from './signature.ts'

function judge(
  title: string,
  description = 'I will be there on Friday evening and answer the phone.',
  contact = 'me@example.org',
) {
  const signals = findSignals({ title, description, contact })
  return { decision: decide(signals), names: signals.map(({ name }) => name) }
}

function titlesOf(judged: JudgedPost[], ...decisions: Array<JudgedPost['decision']>): string[] {
  return judged.filter(({ decision }) => decisions.includes(decision)).map(({ post }) => post.title)
}

describe('on the corpus, the filter', () => {
  it('refuses no genuine post and holds at most two', async () => {
    const posts = await readCorpus('genuine')
    const judged = judgeCorpus(posts)
    expect(posts).toHaveLength(200)
    expect(new Set(posts.map(({ language }) => language))).toEqual(new Set(['en', 'es', 'fr']))
    expect(titlesOf(judged, 'refuse')).toEqual([])
    expect(titlesOf(judged, 'hold').length).toBeLessThanOrEqual(2)
  })

  it('shows at most two spam posts', async () => {
    const posts = await readCorpus('spam')
    expect(posts).toHaveLength(200)
    expect(new Set(posts.map(({ language }) => language))).toEqual(new Set(['en', 'es', 'fr']))
    expect(titlesOf(judgeCorpus(posts), 'show').length).toBeLessThanOrEqual(2)
  })
})

it.each([
  ['seo-links', 'Permanent dofollow links for your blog'],
  ['guaranteed-returns', 'Earn $900 per week with our trading robot'],
  ['guaranteed-returns', 'Ganancia fija del 20% semanal'],
  ['advance-fee', 'The keys come by courier after the deposit'],
  ['loans', 'Offre de prêt sans justificatif'],
  ['mixed-scripts', 'Yоur ассоunt'],
  ['markup', '<a href="http://x.test">here</a>'],
  ['hidden-address', 'Write to us, hxxp://shop[dot]test'],
  ['medicines', 'V1AGRA without prescription'],
  ['medicines', '𝐕𝐢𝐚𝐠𝐫𝐚 today'],
  ['hacking', 'Hire a professional h.a.c.k.e.r'],
  ['medicines', 'No viagra here. Only kidding: viagra'],
])('finds the signal %s in “%s”', (name, title) => {
  expect(judge(title).names).toContain(name)
})

it.each([
  'Raising $500k pre-seed, looking for angels',
  'SEO consultant, audits and content',
  'Crypto wallet research group, no token sales',
  'URGENT: ROOMMATE NEEDED FOR JANUARY!!!',
  'Обслуживание сайтов for founders',
  '中文创业者聚会',
  'Ingénieur logiciel, 140 000 - 170 000 $ et des parts',
])('shows “%s”', (title) => {
  expect(judge(title).decision).toBe('show')
})

it('takes any text, in linear time', () => {
  for (const text of ['', '\u0301'.repeat(9_000), '😀'.repeat(5_000), '\u202e', 'http://a.b '.repeat(900)])
    expect(judge(text, text, text).decision).toBeDefined()
  for (const piece of ['a', ' ', '$1 ', 'a.', 'earn 1 ', 'работа w', '[url='])
    expectLinear((text) => findSignals({ title: '', description: text, contact: '' }), piece, 5_000)
})

describe('a signature', () => {
  const text = Array.from({ length: 60 }, (_, index) => `word${(index * 7) % 60}`).join(' ')

  it('ignores case, punctuation and spacing, and stays similar when a few words change', () => {
    const { signature, bands } = createSignature(text)
    expect(createSignature(`  ${text.toUpperCase()}!!!`).signature).toEqual(signature)
    const similar = createSignature(text.replace('word7 ', 'other '))
    expect(compareSignatures(signature, similar.signature)).toBeGreaterThan(0.7)
    expect(similar.bands.some((band) => bands.includes(band))).toBe(true)
  })

  it('differs for other words', () => {
    const other = createSignature(text.replaceAll('word', 'term'))
    expect(compareSignatures(createSignature(text).signature, other.signature)).toBeLessThan(0.2)
  })
})
