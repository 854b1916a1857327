import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { clientSchema, healthSchema } from '#domain/health.ts'
import { listLaunchPoints } from '#domain/programme/before-launch.ts'
import { readLastBackup } from '../backup/backup-files.ts'
import { createContentClient, createContentStatusReader } from '../content/client.ts'
import { findContent } from '../content/content.ts'
import { refuseOtherSource } from '../content/source.ts'
import { listMissing } from '../database/migrate.ts'
import { openNotifications } from '../database/notifications.ts'
import {
  checkServer,
  compareClocks,
  type Database,
  findPostgres,
  hasTrigrams,
  openDatabase,
  openPool,
} from '../database/open.ts'
import { inspectReplica, notReplica } from '../database/replica.ts'
import { watchEcho } from '../database/watch-echo.ts'
import { type Environment, ownAddress } from '../env.ts'
import { createAddressReader } from '../http/client-network.ts'
import { checkout } from '../runtime/checkout.ts'
import { createLogger, openStandardOutput } from '../runtime/log.ts'
import { errorReason, printLine } from '../runtime/operator.ts'
import { createProblems } from '../runtime/problems.ts'
import { describeVersions } from '../runtime/safe-versions.ts'
import { openAll } from '../runtime/supervise.ts'
import { createChecks } from '../watch-health.ts'
import { readExisting, runCommand } from './run-command.ts'

/** A sentence that says what is right. A check that finds something wrong throws one that says what to do. */
type Finding = string | { sign: '–' | '!'; words: string }

let isWell = true

/** `right`: what to print in place of the value. */
async function check<Value>(name: string, find: () => Promise<Value>, right?: string) {
  try {
    const value = await find()
    const finding = (right ?? value) as Finding
    if (typeof finding === 'string') print('✔', name, finding)
    else print(finding.sign, name, finding.words)
    return value
  } catch (error) {
    isWell = false
    print('✘', name, errorReason(error))
    return undefined
  }
}

function print(sign: string, name: string, finding: string): void {
  process.stdout.write(`${sign} ${name}: ${finding}\n`)
}

async function examine(environment: Environment): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const isServing = (await check('server', () => readHealth(environment))) !== notServing
  await check('proxy', () => (isServing ? checkProxy(environment) : Promise.resolve(notServing)))
  await check('backup', () => checkBackup(environment))
  const database = findPostgres(environment, printLine)
  const content = findContent(environment, { checkout, database, log: printLine })
  const found = await check('data', () => openAll(opened, database, content), 'can be opened')
  if (!found) return
  const [{ url }, source] = found
  const sql = opened.use(openPool(environment, url))
  // Nothing else can be known without the database.
  const version = await check('database', () => checkDatabase(sql))
  if (version === undefined) return
  await check('versions', () => checkVersions(version))
  await check('migrations', () => checkMigrations(sql))
  await check('notifications', () => checkNotifications(sql, url))
  if (environment.DATABASE_REPLICA_URL !== undefined)
    await check('replica', () => checkReplica(sql, environment.DATABASE_REPLICA_URL))
  await check('clock', () => checkClock(sql))
  await check('content', () => refuseOtherSource(sql, source), 'belongs to the database')
  const client = createContentClient(source.settings)
  const launchQuery = '{"programme": *[_id == "programme"][0], "siteSettings": *[_id == "siteSettings"][0]}'
  // Content that cannot be read has its own line.
  const within = { signal: AbortSignal.timeout(patience) }
  const documents = await client.fetch(launchQuery, {}, within).catch(() => undefined)
  const points = documents ? listLaunchPoints(documents, environment.SITE_URL) : []
  for (const point of points) print('!', 'before launch', point)
  const readContentStatus = createContentStatusReader(client)
  const parts = { sql, folder: resolve(environment.DATA_DIR), readContentStatus }
  for (const [name, find] of Object.entries(createChecks(parts)))
    await check(name, async () => {
      const reason = await find()
      if (reason !== undefined) throw new Error(reason)
      return 'no problem'
    })
}

/** Milliseconds. */
const patience = 5_000
const unknown = (words: string): Finding => ({ sign: '–', words })
const notServing = unknown('not checked, since no server answers at HOST and PORT')

async function readHealth(environment: Environment): Promise<Finding> {
  const address = `${ownAddress(environment)}/api/health`
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  if (!answer) return notServing
  const { status, problems = [] } = healthSchema.parse(await answer.json())
  const reasons = problems.map(({ name, reason }) => `${name}: ${reason}`)
  if (status !== 'ok') throw new Error([`its health is ${status}`, ...reasons].join('; '))
  return 'answers, and reports no problem'
}

/** Stands for visitors (RFC 5737). */
const visitor = '203.0.113.77'

/** Asks the server through its public address which client it sees. Throws a sentence if TRUSTED_PROXIES does not fit. */
export async function checkProxy(
  environment: Pick<Environment, 'SITE_URL' | 'PORT' | 'TRUSTED_PROXIES'>,
): Promise<Finding> {
  const { SITE_URL, PORT, TRUSTED_PROXIES } = environment
  if (createAddressReader(TRUSTED_PROXIES)(visitor) === undefined)
    throw new Error('visitors can choose their address: let TRUSTED_PROXIES contain only the proxies')
  if (new URL(SITE_URL).port === String(PORT)) return unknown('there is none, SITE_URL has the port PORT')
  const asking = fetch(`${SITE_URL}/api/health/client`, { signal: AbortSignal.timeout(patience) })
  const reading = asking.then(async (answer) => clientSchema.parse(await answer.json()))
  const seen = await reading.catch((error: unknown) => ({ failure: errorReason(error) }))
  if ('failure' in seen) return unknown(`SITE_URL cannot be reached from here (${seen.failure})`)
  const { network, isForwarded, isTrusted } = seen
  if (isForwarded && !isTrusted)
    throw new Error(`add ${network} to TRUSTED_PROXIES: all visitors through that proxy share its limits`)
  if (isTrusted && !isForwarded)
    throw new Error(`the proxy ${network} sends no X-Forwarded-For: let it append the address of the visitor`)
  return `${isForwarded ? 'TRUSTED_PROXIES fits' : 'there is none'}, the server sees ${network}`
}

async function checkBackup({ DATA_DIR, BACKUP_EVERY }: Environment): Promise<Finding> {
  const last = await readLastBackup(resolve(DATA_DIR))
  const advice = `run \`npm run backup -- --prove\`${BACKUP_EVERY > 0 ? '' : ', and set BACKUP_EVERY'}`
  if (!last) throw new Error(`there is no proven backup: ${advice}`)
  const hours = Math.round((Date.now() - Date.parse(last.madeAt)) / 3_600_000)
  if (hours > (2 * BACKUP_EVERY || 168))
    throw new Error(`the last proven one is ${hours} hours old: ${advice}`)
  return `the last proven one is ${hours} hours old`
}

async function checkDatabase(sql: Database): Promise<string> {
  const version = await checkServer(sql)
  if (!(await hasTrigrams(sql)))
    throw new Error('the database lacks pg_trgm: let a superuser run "create extension pg_trgm" in it')
  return version
}

async function checkVersions(postgresVersion: string): Promise<Finding> {
  const words = await describeVersions(postgresVersion)
  const advice = 'install newer ones (docs/operations/deploy.md)'
  return words.includes('older than') ? { sign: '!', words: `${words}: ${advice}` } : words
}

async function checkMigrations(sql: Database): Promise<Finding> {
  const missing = await listMissing(sql)
  if (missing.length > 0) throw new Error(`the next start applies ${missing.join(', ')}`)
  return 'all are applied'
}

async function checkNotifications(sql: Database, url: string): Promise<Finding> {
  const logger = createLogger('silent', openStandardOutput())
  await using notifications = openNotifications({ url, logger })
  let isConnected = false
  notifications.subscribe('echo', { onNotify: () => (isConnected = true) })
  const echo = await watchEcho({ sql, notifications, problems: createProblems(logger), patience })
  echo[Symbol.dispose]()
  if (!isConnected) throw new Error('no connection can listen: check DATABASE_LISTEN_URL')
  return 'arrive'
}

async function checkReplica(sql: Database, url = ''): Promise<Finding> {
  await using replica = openDatabase(url)
  const { isReplica, lag } = await inspectReplica(replica, sql)
  if (!isReplica) throw new Error(notReplica)
  return `follows the database, ${lag} bytes behind`
}

/** Seconds by which the clocks may differ. */
const maxSkew = 2

async function checkClock(sql: Database): Promise<Finding> {
  const skew = Math.abs(await compareClocks(sql))
  if (skew > maxSkew)
    throw new Error(
      `it differs by ${skew.toFixed(1)} s from that of the database: synchronize both machines with NTP`,
    )
  const ask = promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'])
  const isSynchronized = (await ask.catch(() => undefined))?.stdout.trim()
  if (isSynchronized === 'no')
    throw new Error('this machine is not synchronized with NTP: run `timedatectl set-ntp true`')
  return `fits that of the database${isSynchronized === 'yes' ? ', and NTP synchronizes it' : ''}`
}

// `npm run doctor` checks an installation, beside its running server or without one. Exit code 1: something is wrong.
if (import.meta.main)
  await runCommand('npm run doctor', async () => {
    const environment = await check('settings', async () => readExisting('postgres', 'content'), 'are valid')
    if (environment) await examine(environment)
    return isWell ? 0 : 1
  })
