import type { ListingInput } from '#domain/listings/listing.ts'
import type { Signal } from '#domain/moderation/desk.ts'
import type { Database } from '../database/open.ts'
import type { Logger } from '../runtime/log.ts'
import { listContacts } from './filter/contacts.ts'
import { decide, findSignals, sumPoints } from './filter/score.ts'
import { compareSignatures, createSignature, duplicateSimilarity, splitWords } from './filter/signature.ts'
import { type PostHistory, readPostHistory, type PostTrace } from './filter/trace-queries.ts'
import type { Pseudonyms } from './pseudonyms.ts'
import type { SpamTrap } from '#domain/moderation/spam-trap.ts'

/** `log`: only logs what it would do. Bans apply all the same. */
export type FilterMode = 'on' | 'log'

export type JudgeRequest = {
  input: ListingInput
  network: string
  /** Hash of a post's idempotency key. */
  key?: Buffer | undefined
  /** For an edit: the listing's id. */
  id?: string | undefined
  trap?: SpamTrap | undefined
}

export type Verdict = { decision: Decision; trace: PostTrace }

export type Judge = (asked: JudgeRequest) => Promise<Verdict>

/** No person fills in the form faster. */
const minSeconds = 2

type Parts = { sql: Database; pseudonyms: Pseudonyms; mode: FilterMode; logger: Logger }

/** Decides whether a post or an edit is shown, held or refused. Logs the names of its signals, never its text. */
export function createJudge({ sql, pseudonyms, mode, logger }: Parts): Judge {
  return async ({ input, network, key, id, trap }) => {
    const text = [input.title, input.description, input.contact, input.company ?? ''].join('\n')
    const contacts = listContacts(text)
    const { signature, bands } = createSignature(text)
    const history = await readPostHistory(sql, {
      networks: pseudonyms.allOf(network),
      contacts: contacts.flatMap((contact) => pseudonyms.allOf(contact)),
      bands,
      key,
      id,
    })
    const own = findSignals(input)
    const signals = [...own, ...findHistorySignals(history, signature, own.length > 0)]
    const score = sumPoints(signals)
    const trace = {
      network: pseudonyms.of(network),
      contacts: contacts.map((contact) => pseudonyms.of(contact)),
      signature,
      bands,
      score,
      signals,
    }
    const ban = findBan(history, text)
    const decided =
      ban ?? findRefusal(history, signature, trap, id !== undefined) ?? toDecision(decide(signals))
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
export type Decision = Refusal | 'hold' | 'show'

export function isRefusal(decision: Decision): decision is Refusal {
  return (refusals as readonly string[]).includes(decision)
}

function toDecision(decision: 'show' | 'hold' | 'refuse'): Decision {
  return decision === 'refuse' ? 'spam' : decision
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

function findHistorySignals(history: PostHistory, signature: number[], isSuspect: boolean): Signal[] {
  const alike = history.earlier.filter(
    ({ signature: other }) => compareSignatures(signature, other) >= duplicateSimilarity,
  )
  const isLikeRemoved = alike.some(({ wasRemoved }) => wasRemoved)
  const found: Array<[boolean, Signal]> = [
    [history.isContactRemoved, { name: 'contact-of-removed', points: 4 }],
    [history.isContactWithheld && !history.isContactRemoved, { name: 'contact-of-withheld', points: 3 }],
    [history.isNetworkRemoved, { name: 'network-of-removed', points: 2 }],
    // Most visitors are new, so this counts only beside another signal.
    [!history.isNetworkKnown && isSuspect, { name: 'new-network', points: 0.5 }],
    [isLikeRemoved, { name: 'text-of-removed', points: 4 }],
    [!isLikeRemoved && alike.some(({ isWithheld }) => isWithheld), { name: 'text-of-withheld', points: 3 }],
  ]
  return found.filter(([isFound]) => isFound).map(([, signal]) => signal)
}
