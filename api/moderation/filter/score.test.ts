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

describe('of the corpus', () => {
  it('no genuine post is refused, and two at most are held', async () => {
    const posts = await readCorpus('genuine')
    const judged = judgeCorpus(posts)
    expect(posts).toHaveLength(200)
    expect(new Set(posts.map(({ language }) => language))).toEqual(new Set(['en', 'es', 'fr']))
    expect(titlesOf(judged, 'refuse')).toEqual([])
    expect(titlesOf(judged, 'hold').length).toBeLessThanOrEqual(2)
  })

  it('two spam posts at most are shown', async () => {
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
])('%s is a signal of “%s”', (name, title) => {
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
])('nothing speaks against “%s”', (title) => {
  expect(judge(title).decision).toBe('show')
})

it('takes whatever it is given, in linear time', () => {
  for (const text of ['', '\u0301'.repeat(9_000), '😀'.repeat(5_000), '\u202e', 'http://a.b '.repeat(900)])
    expect(judge(text, text, text).decision).toBeDefined()
  for (const piece of ['a', ' ', '$1 ', 'a.', 'earn 1 ', 'работа w', '[url='])
    expectLinear((text) => findSignals({ title: '', description: text, contact: '' }), piece, 5_000)
})

describe('a signature', () => {
  const text = Array.from({ length: 60 }, (_, index) => `word${(index * 7) % 60}`).join(' ')

  it('is alike for the same words in another dress, and for a few others', () => {
    const { signature, bands } = createSignature(text)
    expect(createSignature(`  ${text.toUpperCase()}!!!`).signature).toEqual(signature)
    const similar = createSignature(text.replace('word7 ', 'other '))
    expect(compareSignatures(signature, similar.signature)).toBeGreaterThan(0.7)
    expect(similar.bands.some((band) => bands.includes(band))).toBe(true)
  })

  it('is unlike for other words', () => {
    const other = createSignature(text.replaceAll('word', 'term'))
    expect(compareSignatures(createSignature(text).signature, other.signature)).toBeLessThan(0.2)
  })
})
