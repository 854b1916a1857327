import { basePath } from '../env.ts'

export const roles = ['administrator', 'editor', 'organiser', 'moderator'] as const
export type Role = (typeof roles)[number]

/** As the Content Lake lists them (studio/lake/people/people.ts). */
export type Person = { id: string; name: string; role: Role; signInName: string; state: 'invited' | 'active' }

export const nextStep = 'Send them the link. It works once and for 7 days, and is not shown again.'

type Invitation = { person: Person; link: string }

/** `/auth/people` of the local Content Lake. Every call throws an Error with a message for the administrator. */
export const peopleApi = {
  list: () => ask<Person[]>('GET', ''),
  invite: (name: string, role: Role) => ask<Invitation>('POST', '', { name, role }),
  inviteAgain: (id: string) => ask<Pick<Invitation, 'link'>>('POST', `/${id}/invitation`),
  setRole: (id: string, role: Role) => ask('PUT', `/${id}/role`, { role }),
  endSessions: (id: string) => ask('DELETE', `/${id}/sessions`),
  remove: (id: string) => ask('DELETE', `/${id}`),
}

async function ask<Answer = undefined>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${basePath}/auth/people${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Error('The Content Lake cannot be reached.')
  })
  const content = answer.status === 204 ? undefined : ((await answer.json()) as Answer & { message?: string })
  if (!answer.ok) throw new Error(content?.message ?? `The Content Lake answered ${answer.status}.`)
  return content as Answer
}
