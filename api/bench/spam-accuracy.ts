import { score, train } from '../moderation/filter/classifier.ts'
import type { CorpusPost } from '../moderation/filter/corpus.ts'
import { findSignals, type Grade, gradePost } from '../moderation/filter/score.ts'
import { toExample } from '../moderation/filter/spam-model.ts'

export type JudgedPost = { post: CorpusPost; odds: number; grade: Grade }

/** Judges posts by their text alone, after training on others. */
export async function judgeAfter(training: CorpusPost[], posts: CorpusPost[]): Promise<JudgedPost[]> {
  const classifier = await train(training.map(toExample))
  return posts.map((post) => {
    const odds = score(classifier, toExample(post).features)
    return { post, odds, grade: gradePost(findSignals(post, odds)) }
  })
}

/** Each post is judged after training on those with other labels. */
export async function crossValidate(
  posts: CorpusPost[],
  labelOf: (post: CorpusPost, index: number) => unknown,
): Promise<JudgedPost[]> {
  const labels = posts.map(labelOf)
  const judged: JudgedPost[] = []
  for (const label of new Set(labels)) {
    const { own = [], others = [] } = Object.groupBy(posts, (_, index) =>
      labels[index] === label ? 'own' : 'others',
    )
    judged.push(...(await judgeAfter(others, own)))
  }
  return judged
}

/** Percent of the spam that is held or refused, and of the genuine posts that are; how many of those are refused. */
export function measure(judged: JudgedPost[]) {
  const [spam, genuine] = [true, false].map((isSpam) => judged.filter(({ post }) => post.isSpam === isSpam))
  const share = (all: JudgedPost[] = [], ...grades: Grade[]) =>
    (100 * all.filter(({ grade }) => grades.includes(grade)).length) / Math.max(1, all.length)
  return {
    spamHeld: share(spam, 'hold', 'wait', 'refuse'),
    spamWaiting: share(spam, 'wait', 'refuse'),
    genuineHeld: share(genuine, 'hold', 'wait', 'refuse'),
    genuineWaiting: share(genuine, 'wait', 'refuse'),
    genuineRefused: share(genuine, 'refuse'),
  }
}
