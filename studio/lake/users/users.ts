import { maintenance } from '../assets/rebase-urls.ts'
import { localEditor } from '../http/access.ts'

const names: Record<string, string> = {
  [localEditor.id]: localEditor.name,
  [maintenance]: 'The local Content Lake',
}

/** What the hosted service says of the role of a project's owner. */
export const administrator = {
  role: 'administrator',
  roles: [{ name: 'administrator', title: 'Administrator' }],
  provider: 'local',
}

/** The person or program behind an identity in the history; one that nobody knows keeps its id as its name. */
export function findUser(id: string) {
  const name = names[id] ?? id
  return { id, sanityUserId: id, name, displayName: name, email: `${id}@localhost`, profileImage: null }
}
