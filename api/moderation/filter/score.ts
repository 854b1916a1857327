import type { Signal } from '#domain/moderation/desk.ts'

const holdAt = 3
const refuseAt = 8

type Post = { title: string; description: string; contact: string }

export function scorePost(_post: Post, history: Signal[] = []): { score: number; signals: Signal[] } {
  return { score: history.reduce((sum, { points }) => sum + points, 0), signals: history }
}

export function decide(score: number, _signals: Signal[]): 'show' | 'hold' | 'refuse' {
  if (score >= refuseAt) return 'refuse'
  return score >= holdAt ? 'hold' : 'show'
}
