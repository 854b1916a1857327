import { hash } from 'node:crypto'

const hashes = 32
const rowsPerBand = 4
const shingleWords = 3

/** MinHash of a text (Broder, 1997), and its bands for LSH: texts that share a band may be near-duplicates. */
export type Signature = { signature: number[]; bands: number[] }

/** Ignores case, accents, punctuation and spacing. Linear time. */
export function createSignature(text: string): Signature {
  const shingles = [...listShingles(splitWords(text))]
  const signature = seeds.map((seed) => {
    let least = 0x7fffffff
    for (const shingle of shingles) least = Math.min(least, mix(shingle ^ seed))
    return least
  })
  const bands: number[] = []
  for (let row = 0; row < hashes; row += rowsPerBand) {
    // The hash of a band includes its position.
    bands.push(signature.slice(row, row + rowsPerBand).reduce((mixed, value) => mix(mixed ^ value), row + 1))
  }
  return { signature, bands }
}

/** Similarity from which two texts count as near-duplicates. */
export const duplicateSimilarity = 0.7

/** Estimated Jaccard similarity, 0 to 1. */
export function compareSignatures(one: number[], other: number[]): number {
  return one.filter((value, index) => value === other[index]).length / hashes
}

export function splitWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function listShingles(words: string[]): Set<number> {
  const last = Math.max(1, words.length - shingleWords + 1)
  return new Set(
    Array.from({ length: last }, (_, at) => hashText(words.slice(at, at + shingleWords).join(' '))),
  )
}

/** The first four bytes of an MD5: in stored signatures, so it stays. */
function hashText(text: string): number {
  const bytes = hash('md5', text, 'binary')
  return [0, 1, 2, 3].reduce((number, at) => number | (bytes.charCodeAt(at) << (8 * at)), 0)
}

/** The finalizer of MurmurHash3, within 31 bits. */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) & 0x7fffffff
}

const seeds = Array.from({ length: hashes }, (_, index) => hashText(`seed ${index}`))
