import fc from 'fast-check'
import { applyPatch } from 'mendoza'
import { expect, it } from 'vitest'
import type { LakeDocument } from '../store/types.ts'
import { toMendozaPatches } from './mendoza.ts'

const content = fc.dictionary(
  fc.string().filter((key) => key !== '__proto__'),
  fc.jsonValue(),
  { maxKeys: 6 },
)
const document = fc.option(
  content.map((fields) => ({ ...fields, _id: 'a', _type: 'post', _rev: 'r' }) as unknown as LakeDocument),
  { nil: undefined },
)

function withoutRev(given: LakeDocument | undefined): Record<string, unknown> | null {
  if (!given) return null
  const { _rev, ...rest } = given
  return rest
}

it('makes patches with which Mendoza turns any document into any other and back', () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      const { apply, revert } = toMendozaPatches({ before, after })
      expect(applyPatch(withoutRev(before), apply)).toEqual(withoutRev(after))
      expect(applyPatch(withoutRev(after), revert)).toEqual(withoutRev(before))
    }),
    { numRuns: 500 },
  )
})

it('sets only the fields that differ', () => {
  const common = { _id: 'a', _type: 'post', _createdAt: 't', _updatedAt: 't', _rev: 'r', long: ['text'] }
  const { apply } = toMendozaPatches({ before: { ...common, old: 1 }, after: { ...common, new: 2 } })
  expect(apply).toEqual([17, 2, 'new', 19, 5])
})
