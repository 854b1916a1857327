import { log } from '../errors.ts'
import { createFailureLimit } from './passwords.ts'
import { localEditor } from './roles.ts'

/** Escapes line breaks and invisible characters: somebody's text must not look like another line. */
export function toLine(text: string): string {
  return text.replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

type Named = { name: string; signInName: string }

/** For example `"Ana" (ana)`. People may have the same name. */
export function describePerson({ name, signInName }: Named): string {
  return `${toLine(JSON.stringify(name))} (${signInName})`
}

/** What happens to people and their sessions. No secrets. */
export const logPeople = (line: string) => log(`People: ${line}`)

const ways: Record<string, string> = {
  '/sign-in/username': 'signed in with a password',
  '/passkey/verify-authentication': 'signed in with a passkey',
  '/magic-link/verify': 'accepted an invitation',
}

/** `path`: the endpoint of better-auth that has made the session. */
export function logSignIn(person: Named & { id: string }, path = ''): void {
  const way = person.id === localEditor.id ? 'opened the Studio with a link' : ways[path]
  logPeople(`${describePerson(person)} ${way ?? 'signed in with an account at the provider'}`)
}

/** Logs refused sign-ins, at most 20 an hour from one address: better-auth does not limit codes. */
export function createRefusalLog() {
  const lines = createFailureLimit()
  return (address: string, what: string) => {
    if (lines.isReached(address)) return
    lines.count(address)
    logPeople(`refused from ${toLine(address)}: ${toLine(what)}`)
  }
}
