import type { Access } from '../http/access.ts'
import { lakeErrors } from '../http/errors.ts'
import { isSwitchedOn } from '../http/flags.ts'
import { readQueryParams } from '../query/params.ts'
import type { Store } from '../store/types.ts'
import { createMatcher } from './matcher.ts'
import type { Listening } from './open-listener.ts'

export type ListenRequest = { url: URL; access: Access; lastEventId: string | undefined }
type Parts = { store: Store; projectId: string; dataset: string }

/** What the address of a listener asks for. Throws LakeError 400 for a query that cannot be listened to. */
export function readListenRequest({ url, access, lastEventId }: ListenRequest, parts: Parts): Listening {
  const search = url.searchParams
  const query = search.get('query')
  if (query === null) throw lakeErrors.badRequest('There is no "query" in the address')
  const { store, projectId, dataset } = parts
  const flag = (name: string, otherwise: boolean) => isSwitchedOn(search.get(name), otherwise)
  return {
    store,
    matches: createMatcher(query, readQueryParams(search), { identity: access.identity, projectId, dataset }),
    reader: access,
    options: {
      includeResult: flag('includeResult', false),
      includePreviousRevision: flag('includePreviousRevision', false),
      includeMutations: flag('includeMutations', true),
      includeAllVersions: flag('includeAllVersions', false),
      effects: search.get('effectFormat') === 'mendoza',
    },
    resumeAfter: flag('enableResume', false) ? lastEventId : undefined,
  }
}
