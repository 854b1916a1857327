import { expect, it } from 'vitest'
import { isManageToken, managePath, readManageFragment } from '#domain/listings/manage-token.ts'

const token = 'aB3_-'.repeat(8) + 'xyz'

it('finds the token in the fragment of its own link', () => {
  const path = managePath({ id: 'some-id', token })
  expect(path).toBe(`/listing/some-id#manage=${token}`)
  expect(readManageFragment(path.slice(path.indexOf('#')))).toBe(token)
})

it.each([
  '',
  '#',
  '#manage=',
  `#manage=${token}x`,
  `#manage=${token.slice(1)}`,
  `#manage=${token}&a=1`,
  `#x=${token}`,
])('finds no token in %j', (fragment) => {
  expect(readManageFragment(fragment)).toBeUndefined()
})

it.each(['', ` ${token}`, `${token}\n`, token.replace('_', '+'), token.replace('_', '\0')])(
  '%j is not a token',
  (text) => {
    expect(isManageToken(text)).toBe(false)
  },
)
