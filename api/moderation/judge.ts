import { writtenDetails } from '#domain/listings/details.ts'
import type { ListingInput } from '#domain/listings/listing.ts'
import type { Signal } from '#domain/moderation/desk.ts'
import type { Database } from '../database/open.ts'
import { createBatcher } from '../runtime/batch.ts'
import type { Logger } from '../runtime/log.ts'
import { listContacts } from './filter/contacts.ts'
import { findSignals, type Grade, gradePost, sumPoints } from './filter/score.ts'
import { compareSignatures, createSignature, duplicateSimilarity, splitWords } from './filter/signature.ts'
import type { SpamModel } from './filter/spam-model.ts'
import {
  type HistoryQuery,
  type PostHistory,
  readPostHistories,
  type PostTrace,
} from './filter/trace-queries.ts'
import type { Network } from './networks.ts'
import type { Pseudonyms } from './pseudonyms.ts'
import type { SpamTrap } from '#domain/moderation/spam-trap.ts'

/** `log`: only logs what it would do. Bans apply all the same. */
export type FilterMode = 'on' | 'log'

export type JudgeRequest = {
  input: ListingInput
  networks: Network[]
  /** Hash of a post's idempotency key. */
  key?: Buffer | undefined
  /** `id`: of the listing, for an edit. `mayRepeat`: accepts a text that was posted before; by default only for an edit. */
  id?: string | undefined
  mayRepeat?: boolean
  trap?: SpamTrap | undefined
}

export type SpamDecision = { decision: Decision; trace: PostTrace }

export type Judge = (asked: JudgeRequest) => Promise<SpamDecision>

/** No person fills in the form faster. */
const minSeconds = 2

type Dependencies = {
  sql: Database
  pseudonyms: Pseudonyms
  spamModel: SpamModel
  mode: FilterMode
  logger: Logger
}

/** Decides whether a post or an edit is shown, held, left to a person or refused. Logs the names of its signals, never its text. */
export function createJudge({ sql, pseudonyms, spamModel, mode, logger }: Dependencies): Judge {
  const readPostHistory = createBatcher((queries: HistoryQuery[]) => readPostHistories(sql, queries))
  return async ({ input, networks, key, id, mayRepeat = id !== undefined, trap }) => {
    const written = writtenDetails.map((field) => input[field] ?? '')
    const text = [input.title, input.description, input.contact, ...written].join('\n')
    const contacts = listContacts(text)
    const { signature, bands } = createSignature(text)
    const [own] = networks
    const history = await readPostHistory({
      networks: own?.pseudonyms ?? [],
      contacts: contacts.flatMap((contact) => pseudonyms.allOf(contact)),
      bands,
      key,
      id,
    })
    const odds = spamModel(input)
    const signals = [...findSignals(input, odds), ...findHistorySignals(history, signature)]
    const score = sumPoints(signals)
    const trace = {
      network: own?.network ?? '',
      contacts: contacts.map((contact) => pseudonyms.of(contact)),
      signature,
      bands,
      score,
      signals,
    }
    const ban = findBan(history, text)
    const decided = ban ?? findRefusal(history, signature, trap, mayRepeat) ?? toDecision(gradePost(signals))
    const decision = mode === 'on' || ban ? decided : 'show'
    if (decided !== 'show' || signals.length > 0) {
      const names = signals.map(({ name }) => name)
      logger.info(
        { decision, wanted: decided, score, signals: names, listing: id },
        'the spam filter judged a post',
      )
    }
    return { decision, trace }
  }
}

const refusals = ['banned', 'trapFilled', 'tooQuick', 'repeated', 'spam'] as const
/** A key of `refusals` in the messages. */
export type Refusal = (typeof refusals)[number]
/** `hold`: for some hours. `wait`: until a person decides. */
export type Decision = Refusal | 'wait' | 'hold' | 'show'

export function isRefusal(decision: Decision): decision is Refusal {
  return (refusals as readonly string[]).includes(decision)
}

function toDecision(grade: Grade): Decision {
  return grade === 'refuse' ? 'spam' : grade
}

function findBan({ bans, phrases }: PostHistory, text: string): Refusal | undefined {
  if (bans.length > 0) return 'banned'
  if (phrases.length === 0) return undefined
  const words = ` ${splitWords(text).join(' ')} `
  return phrases.some((phrase) => words.includes(inWords(phrase))) ? 'banned' : undefined
}

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

function inWords(phrase: string): string {
  const words = splitWords(phrase).join(' ')
  return unspaced.test(words) ? words : ` ${words} `
}

function findRefusal(
  history: PostHistory,
  signature: number[],
  trap: SpamTrap | undefined,
  isEdit: boolean,
): Refusal | undefined {
  if (trap?.isFilled) return 'trapFilled'
  if (trap?.seconds !== undefined && trap.seconds < minSeconds) return 'tooQuick'
  const isRepeated = history.earlier.some(
    ({ isToday, signature: other }) => isToday && compareSignatures(signature, other) >= duplicateSimilarity,
  )
  return isRepeated && !isEdit ? 'repeated' : undefined
}

function findHistorySignals(history: PostHistory, signature: number[]): Signal[] {
  const alike = history.earlier.filter(
    ({ signature: other }) => compareSignatures(signature, other) >= duplicateSimilarity,
  )
  const isLikeRemoved = alike.some(({ wasRemoved }) => wasRemoved)
  const found: Array<[boolean, Signal]> = [
    [history.isContactRemoved, { name: 'contact-of-removed', points: 4 }],
    [history.isContactWithheld && !history.isContactRemoved, { name: 'contact-of-withheld', points: 3 }],
    [history.isNetworkRemoved, { name: 'network-of-removed', points: 2 }],
    [isLikeRemoved, { name: 'text-of-removed', points: 4 }],
    [!isLikeRemoved && alike.some(({ isWithheld }) => isWithheld), { name: 'text-of-withheld', points: 3 }],
  ]
  return found.filter(([isFound]) => isFound).map(([, signal]) => signal)
}
