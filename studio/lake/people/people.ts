import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { lakeErrors } from '../errors.ts'
import { type Auth, hashCode } from './open-auth.ts'
import { checkPassword } from './passwords.ts'
import { describePerson, logPeople } from './people-log.ts'
import { type Caller, localEditor, type Role, typesOf } from './roles.ts'

export type Person = {
  id: string
  name: string
  role: Role
  /** For signing in with a password; unique. */
  signInName: string
  /** `invited`: has no passkey, password or account at the provider yet. */
  state: 'invited' | 'active' | 'removed'
}

export type People = ReturnType<typeof createPeople>

/** Milliseconds for which a session counts as valid once it has been looked up. */
const cacheLifetimeMs = 1_000
/** Milliseconds between two looks at the sessions of open connections. */
const recheckMs = 2_000

const select = `
  SELECT id, name, role, username AS signInName,
    CASE
      WHEN role = 'removed' THEN 'removed'
      WHEN EXISTS (SELECT 1 FROM passkey WHERE userId = user.id)
        OR EXISTS (SELECT 1 FROM account WHERE userId = user.id) THEN 'active'
      ELSE 'invited'
    END AS state
  FROM user`

/**
 * The people of a Studio. The history shows what they changed, so a removed person keeps their name. `onEnd` runs when
 * sessions have been ended, for what was opened with them.
 */
export function createPeople(auth: Auth, organiserTypes: readonly string[], onEnd = () => {}) {
  const { database, records } = auth
  const statements = {
    list: database.prepare(`${select} WHERE role <> 'removed' AND id <> ? ORDER BY name, createdAt`),
    find: database.prepare(`${select} WHERE id = ?`),
    findBySignInName: database.prepare(`${select} WHERE username = ?`),
    findByCode: database.prepare(
      `${select} WHERE email = (SELECT value ->> '$.email' FROM verification WHERE identifier = ? AND expiresAt > ?)`,
    ),
    findPassword: database.prepare(
      "SELECT 1 FROM account JOIN user ON user.id = userId WHERE username = ? AND providerId = 'credential'",
    ),
    deleteCodes: database.prepare("DELETE FROM verification WHERE value ->> '$.email' = ?"),
    deletePasskeys: database.prepare('DELETE FROM passkey WHERE userId = ?'),
    deleteOtherSessions: database.prepare('DELETE FROM session WHERE userId = ? AND token <> ?'),
  }
  const sessions = new LRUCache<string, Promise<Session | undefined>>({
    max: 1_000,
    ttl: cacheLifetimeMs,
    memoMethod: readSession,
  })
  const findSession = (cookie: string) => sessions.memo(cookie)
  const connections = new Map<Socket, string>()
  const timer = setInterval(() => void closeEnded(), recheckMs).unref()

  const find = (id: string) => statements.find.get(id) as Person | undefined
  const list = () => statements.list.all(localEditor.id) as Person[]

  function get(id: string): Person {
    const person = find(id)
    if (!person || person.state === 'removed' || id === localEditor.id)
      throw lakeErrors.notFound('This person is no longer here')
    return person
  }

  function logChange({ id, name }: Caller, change: string, person?: Person): void {
    const by = describePerson({ name, signInName: find(id)?.signInName ?? id })
    logPeople(`${by} ${change}${person ? ` ${describePerson(person)}` : ''}`)
  }

  /** Throws 409 if nobody could invite people any more. */
  function assertNotLast({ id }: Person): void {
    const administrators = list().filter(({ role, state }) => role === 'administrator' && state === 'active')
    if (administrators.length === 1 && administrators[0]?.id === id)
      throw lakeErrors.conflict('This is the last administrator: make another person an administrator first')
  }

  async function readSession(cookie: string): Promise<Session | undefined> {
    const session = await auth.api.getSession({ headers: new Headers({ cookie }) })
    const person = session ? find(session.user.id) : undefined
    if (!person || person.state === 'removed') return undefined
    const { id, name, role } = person
    const caller = { id, name, role, types: typesOf(role, organiserTypes) }
    return { caller, isComplete: id === localEditor.id || person.state === 'active' }
  }

  /**
   * The caller of a session that only sets up how the person will sign in. Throws 401 for all others: who has taken over
   * a session may not make it last.
   */
  async function findInvited(cookie: string): Promise<Caller> {
    const session = await findSession(cookie)
    if (!session || session.isComplete) throw lakeErrors.unauthorized()
    return session.caller
  }

  async function closeEnded(): Promise<void> {
    sessions.clear()
    for (const [socket, cookie] of connections) {
      const session = await findSession(cookie)
      if (!session) socket.destroy()
    }
  }

  async function endSessions(id: string): Promise<void> {
    await records.deleteUserSessions(id)
    await closeEnded()
    onEnd()
  }

  async function create(id: string | undefined, name: string, role: Role): Promise<Person> {
    const signInName = findFreeName(name, (wanted) => statements.findBySignInName.get(wanted) === undefined)
    const user = {
      name,
      role,
      email: emailOf(signInName),
      username: signInName,
      emailVerified: true,
      ...(id && { id }),
    }
    const { id: created } = await records.createUser(user, { method: 'admin' })
    return find(created) as Person
  }

  /** A code that opens one session of a person. Earlier ones no longer work. */
  async function makeCode({ signInName }: Person): Promise<string> {
    statements.deleteCodes.run(emailOf(signInName))
    return auth.makeCode(emailOf(signInName))
  }

  return {
    database,
    handleAuth: auth.handler,
    provider: auth.provider,
    list,
    find,
    findByName: (signInName: string) => statements.findBySignInName.get(signInName) as Person | undefined,
    hasPassword: (signInName: string) => statements.findPassword.get(signInName) !== undefined,
    findSession,
    findInvited,
    async endSessions(id: string, by: Caller): Promise<void> {
      const person = find(id)
      if (person) logChange(by, 'ended the sessions of', person)
      await endSessions(id)
    },
    /** Closes a stream's connection when its session ends. Other connections of a proxy serve several people. */
    closeAtEnd(connection: Socket, cookie: string): void {
      connections.set(connection, cookie)
      connection.once('close', () => connections.delete(connection))
    },
    /** Looks at the sessions again at their next requests. */
    forget: () => sessions.clear(),
    /** Sets the password of an invited person. Rejects with LakeError. */
    async choosePassword(headers: Headers, password: string): Promise<void> {
      const cookie = headers.get('cookie') ?? ''
      const { id, name } = await findInvited(cookie)
      await checkPassword(password, [name, find(id)?.signInName ?? ''])
      await auth.api.setPassword({ body: { newPassword: password }, headers })
      sessions.delete(cookie)
    },
    /** Returns the answer that deletes the cookie. */
    async signOut(headers: Headers, by: Caller): Promise<Response> {
      const answer = await auth.api.signOut({ headers, asResponse: true })
      logChange(by, 'signed out')
      await closeEnded()
      return answer
    },
    async invite(name: string, role: Role, by: Caller): Promise<{ person: Person; code: string }> {
      const person = await create(undefined, name, role)
      logChange(by, `invited, as ${role},`, person)
      return { person, code: await makeCode(person) }
    },
    /** For a person who has lost their device or password, or their invitation. */
    async inviteAgain(id: string, by: Caller): Promise<string> {
      const person = get(id)
      logChange(by, 'invited again', person)
      return makeCode(person)
    },
    /** Whose invitation a code is. Throws 401 if it has been used, has expired, or was replaced. */
    findByCode(code: string): Person {
      const person = statements.findByCode.get(hashCode(code), new Date().toISOString())
      if (!person) throw lakeErrors.unknownCode()
      return person as Person
    },
    /** Returns the local editor’s code. */
    async openLocally(by: Caller): Promise<string> {
      const { id, name, role } = localEditor
      const person = find(id) ?? (await create(id, name, role))
      logChange(by, 'made a link for', person)
      return makeCode(person)
    },
    /** Exchanges a code for a session, which replaces the person's other sessions and all means of signing in. */
    async redeem(code: string): Promise<Response> {
      const answer = await auth.api.magicLinkVerify({
        query: { token: code },
        headers: new Headers(),
        asResponse: true,
      })
      if (!answer.ok) throw lakeErrors.unknownCode()
      const { token, user } = (await answer.clone().json()) as { token: string; user: { id: string } }
      if (user.id !== localEditor.id) {
        const isNew = find(user.id)?.state === 'invited'
        statements.deletePasskeys.run(user.id)
        await records.deleteAccounts(user.id)
        statements.deleteOtherSessions.run(user.id, token)
        await closeEnded()
        if (!isNew) onEnd()
      }
      return answer
    },
    async setRole(id: string, role: Role, by: Caller): Promise<void> {
      const person = get(id)
      if (role === person.role) return
      if (role !== 'administrator') assertNotLast(person)
      await records.updateUser(id, { role })
      logChange(by, `changed the role from ${person.role} to ${role} of`, person)
      await endSessions(id)
    },
    async remove(id: string, by: Caller): Promise<void> {
      const person = get(id)
      assertNotLast(person)
      statements.deleteCodes.run(emailOf(person.signInName))
      statements.deletePasskeys.run(id)
      await records.deleteAccounts(id)
      await records.updateUser(id, { role: 'removed' })
      logChange(by, 'removed', person)
      await endSessions(id)
    },
    async endAll(by: Caller): Promise<void> {
      database.exec('DELETE FROM verification; DELETE FROM session')
      logChange(by, 'ended all sessions, links and invitations')
      await closeEnded()
      onEnd()
    },
    close(): void {
      clearInterval(timer)
      auth.close()
    },
  }
}

/** `isComplete`: the person can sign in again; before that, they may only set that up. */
export type Session = { caller: Caller; isComplete: boolean }

/** better-auth identifies people by email address. Nothing is ever sent to this one. */
function emailOf(signInName: string): string {
  return `${signInName}@studio.invalid`
}

/** `Ana Núñez` becomes `ana.nunez`, or `ana.nunez2` if that is taken. */
function findFreeName(name: string, isFree: (wanted: string) => boolean): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = letters.match(/[a-z0-9]+/g) ?? ['person']
  const base = words.join('.').slice(0, 24)
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? base : `${base}${number}`
    if (isFree(wanted)) return wanted
  }
}
