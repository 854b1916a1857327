import type { Content } from './content.ts'
import { OperatorError } from '../runtime/operator.ts'

const wayOut =
  'restore the content folder from a backup, name that of another server with CONTENT_FOLDER, or run `npm run content:accept`'

/**
 * The local Content Lake is damaged, missing or an older copy, but database or releases have its content. The message
 * is one sentence with the way out.
 */
export class ContentLostError extends OperatorError {
  override name = 'ContentLostError'

  constructor(reason: string, accepted: string) {
    super(`${reason}: ${wayOut} to ${accepted}`)
  }
}

/** A port that no program of a user can have. */
const nowhere = 'http://127.0.0.1:1'

/** Stands for lost content: the last release and the calendar's rows are served without it. Throws other errors. */
export function toLostContent(reason: unknown): Content {
  if (!(reason instanceof ContentLostError)) throw reason
  return {
    settings: { projectId: 'local', dataset: 'production', apiHost: nowhere, perspective: 'published' },
    identify: () => Promise.reject(reason),
    lost: reason,
    webhookSecrets: [],
    studioOrigins: [],
    [Symbol.asyncDispose]: async () => {},
  }
}
