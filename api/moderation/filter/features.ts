import { terms } from './terms.ts'
import { type Token, tokenize } from './tokens.ts'

export type Post = { title: string; description: string; contact: string }

/** Features are numbers below this: hashes of words, of pairs of words and of the names of other facts. */
export const featureCount = 2 ** 20
/** Raise it when the same post gives other features: lessons of earlier versions are then left out. */
export const featureVersion = 1

const stemLength = 5
const contactKinds: Array<[string, RegExp]> = [
  ['whatsapp', /whats ?app|wa\.me/i],
  ['telegram', /telegram|t\.me/i],
  ['messenger', /skype|signal|wechat|live:/i],
  ['email', /@\w[\w-]*\./],
  ['link', /https?:|www\.|\.\w+\//i],
  ['phone', /\d[\d ().-]{6}/],
  ['handle', /(?:^|\s)@\w/],
]

/** The distinct features of a post, ascending. They hold neither contacts, addresses nor numbers. */
export function listFeatures({ title, description, contact }: Post): Int32Array {
  const features = new Set<number>()
  const add = (fact: string) => features.add(salted(hash(fact), salts.fact))
  const tokens = tokenize(`${title}\n${description}`)
  const found = addWords(tokens, features)
  for (let count = 1; count <= Math.min(found, 4); count += 1) add(`${count} terms`)
  if (tokens.filter(({ word }) => word === '#link').length > 2) add('links')
  for (const [kind, pattern] of contactKinds) if (pattern.test(contact)) add(`contact: ${kind}`)
  return Int32Array.from(features).toSorted()
}

const salts = { word: 0, negated: 1, stem: 2, pair: 4, fact: 5 }

/** Words, their beginnings, and pairs within a sentence. A negated word is a feature of its own. Returns how many terms there are. */
function addWords(tokens: Token[], features: Set<number>): number {
  const found = new Set<number>()
  let before = 0
  for (const { word, isNegated } of tokens) {
    if (word === '.') {
      before = 0
      continue
    }
    const own = hash(word)
    const salt = isNegated ? salts.negated : salts.word
    features.add(salted(own, salt))
    if (word.length > stemLength) features.add(salted(hash(word, stemLength), salt + salts.stem))
    const pair = hashPair(before, own)
    if (before !== 0) features.add(salted(isNegated ? ~pair : pair, salts.pair))
    if (!isNegated && termHashes.has(own)) found.add(own)
    if (!isNegated && termHashes.has(pair)) found.add(pair)
    before = own
  }
  return found.size
}

const termHashes = new Set(
  terms.map((term) => {
    const [first = '', second] = term.split(' ')
    return second === undefined ? hash(first) : hashPair(hash(first), hash(second))
  }),
)

/** FNV-1a of the first characters. */
function hash(text: string, length = text.length): number {
  let value = 0x811c9dc5
  for (let at = 0; at < length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}

function hashPair(first: number, second: number): number {
  return Math.imul(first ^ 0x2545f491, 0x9e3779b1) ^ second
}

function salted(value: number, salt: number): number {
  const mixed = Math.imul(value ^ (salt * 0x27d4eb2f), 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) & (featureCount - 1)
}
