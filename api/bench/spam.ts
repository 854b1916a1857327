import { judgeCorpus, readCorpus } from '../moderation/filter/judge-corpus.ts'
import { findSignals } from '../moderation/filter/score.ts'

// `npm run bench:spam` prints the spam filter's decisions on the corpus, every misjudged post, and the time per post.
const decisions = ['show', 'hold', 'refuse'] as const
const groups = [
  ['genuine', await readCorpus('genuine')],
  ['spam', await readCorpus('spam')],
] as const

const lines = [`| posts | language | ${decisions.join(' | ')} |`, '|---|---|---|---|---|']
const misjudged: string[] = []
for (const [kind, posts] of groups) {
  const judged = judgeCorpus(posts)
  for (const language of ['all', 'en', 'es', 'fr']) {
    const own = judged.filter(({ post }) => language === 'all' || post.language === language)
    const counts = decisions.map((wanted) => own.filter(({ decision }) => decision === wanted).length)
    lines.push(`| ${kind} | ${language} | ${counts.join(' | ')} |`)
  }
  const wrong = judged.filter(({ decision }) => (kind === 'spam') === (decision === 'show'))
  misjudged.push(
    ...wrong.map(
      ({ post, decision, signals }) => `${kind}, ${decision}: ${post.title} (${signals.join(', ')})`,
    ),
  )
}

const all = groups.flatMap(([, posts]) => posts)
const begun = performance.now()
for (const post of all) findSignals(post)
const micros = Math.round(((performance.now() - begun) * 1_000) / all.length)
process.stdout.write(`${[...lines, '', ...misjudged, '', `${micros} µs per post`].join('\n')}\n`)
