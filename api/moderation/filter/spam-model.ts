import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../../database/open.ts'
import type { Notifications } from '../../database/notifications.ts'
import type { Logger } from '../../runtime/log.ts'
import { createSerialQueue } from '../../runtime/serial-queue.ts'
import { adjust, type Classifier, type Example, score, train } from './classifier.ts'
import { readCorpus } from './corpus.ts'
import { listFeatures, type Post } from './features.ts'
import { type Lesson, listLessons } from './lesson-queries.ts'

/** Log-odds that a post is spam, after the corpus and the team's decisions. */
export type SpamModel = (post: Post) => number

/** An example of the corpus weighs 1. A decision is about a real post, so it weighs more. */
const lessonWeight = 4
/** The most that all lessons from one network, of one moderator, and of the whole team weigh. */
const maxOfNetwork = 12
const maxOfModerator = 50
const maxOfAll = 200

/** So many posts take about 2 ms. */
const slicePosts = 30

type Trained = { classifier: Classifier; examples: Example[] }

/** Trained once per process. */
let onCorpus: Promise<Trained> | undefined

type Dependencies = { sql: Database; notifications: Notifications; logger: Logger }

/**
 * Resolves once the corpus is learned, so that no post waits for that. Learns anew whenever a process or the command line
 * has changed the lessons.
 */
export async function openSpamModel({ sql, notifications, logger }: Dependencies): Promise<SpamModel> {
  onCorpus ??= trainOnCorpus()
  const trained = await onCorpus
  let current = trained.classifier
  const load = createSerialQueue(async () => {
    current = await learn(trained, await listLessons(sql))
  })
  notifications.subscribe('lessons_changed', {
    onNotify: () => {
      load().catch((error: unknown) =>
        logger.warn({ error }, 'the spam filter could not read the decisions of the team'),
      )
    },
  })
  return (post) => score(current, listFeatures(post))
}

async function trainOnCorpus(): Promise<Trained> {
  const examples: Example[] = []
  for (const post of await readCorpus()) {
    if (examples.length % slicePosts === 0) await pause()
    examples.push(toExample(post))
  }
  return { classifier: await train(examples), examples }
}

export function toExample(post: Post & { isSpam: boolean }): Example {
  return { features: listFeatures(post), isSpam: post.isSpam, weight: 1 }
}

/**
 * Trains on lessons and corpus together, so that lessons cannot override the corpus. They may change which posts are
 * suspicious, but not how suspicious the average genuine post is: teams decide more often on spam than on other posts.
 */
export async function learn({ classifier, examples }: Trained, lessons: Lesson[]): Promise<Classifier> {
  if (lessons.length === 0) return classifier
  const learned = await adjust(classifier, [...examples, ...weigh(lessons)])
  const shifts = examples
    .filter(({ isSpam }) => !isSpam)
    .map(({ features }) => score(learned, features) - score(classifier, features))
  learned.bias -= shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length
  return learned
}

/** Bounds the weight of lessons that one network, one moderator or everybody gives, however many they are. */
function weigh(lessons: Lesson[]): Example[] {
  const weighed = lessons.map((lesson) => ({ lesson, weight: lessonWeight }))
  const limit = (keyOf: (lesson: Lesson) => string | null, most: number) => {
    for (const [key, group] of Map.groupBy(weighed, ({ lesson }) => keyOf(lesson))) {
      const sum = group.reduce((total, { weight }) => total + weight, 0)
      if (key !== null && sum > most) for (const one of group) one.weight *= most / sum
    }
  }
  limit(({ network }) => network, maxOfNetwork)
  limit(({ who }) => who, maxOfModerator)
  limit(() => 'all', maxOfAll)
  return weighed.map(({ lesson: { features, isSpam }, weight }) => ({
    features: Int32Array.from(features),
    isSpam: isSpam === true,
    weight,
  }))
}
