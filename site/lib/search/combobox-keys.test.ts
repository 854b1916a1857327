import { expect, it } from 'vitest'
import { moveInCombobox } from './combobox-keys.ts'

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
const closed = { count: 3, isOpen: false }
const open = { count: 3, isOpen: true }
const empty = { count: 0, isOpen: true }

it.each([
  ['opens the list at its first option', closed, 'ArrowDown', { isOpen: true, active: 0 }],
  ['opens the list at its last option', closed, 'ArrowUp', { isOpen: true, active: 2 }],
  ['moves to the first option', open, 'ArrowDown', { isOpen: true, active: 0 }],
  ['moves to the last option', open, 'ArrowUp', { isOpen: true, active: 2 }],
  ['moves to the next option', { ...open, active: 0 }, 'ArrowDown', { isOpen: true, active: 1 }],
  ['wraps around at the end', { ...open, active: 2 }, 'ArrowDown', { isOpen: true, active: 0 }],
  ['wraps around at the beginning', { ...open, active: 0 }, 'ArrowUp', { isOpen: true, active: 2 }],
  ['jumps to the first option', { ...open, active: 2 }, 'Home', { isOpen: true, active: 0 }],
  ['jumps to the last option', { ...open, active: 0 }, 'End', { isOpen: true, active: 2 }],
  ['closes the list', { ...open, active: 1 }, 'Escape', { isOpen: false, active: undefined }],
  ['clears the text', closed, 'Escape', { isOpen: false, active: undefined, isCleared: true }],
  ['leaves the key to the field without an active option', open, 'Home', undefined],
  ['leaves the key to the field', { ...open, active: 1 }, 'Enter', undefined],
  ['leaves the key to the field', { ...open, active: 1 }, 'ArrowLeft', undefined],
  ['leaves the key to the field if the list is empty', empty, 'ArrowDown', undefined],
  ['closes the message of an empty list', empty, 'Escape', { isOpen: false, active: undefined }],
])('%s: %j with %s', (_behaviour, state, key, move) => {
  expect(moveInCombobox(state, { ...plain, key })).toEqual(move)
})

it('opens and closes with Alt, and leaves every other combination to the browser', () => {
  expect(moveInCombobox(closed, { ...plain, altKey: true, key: 'ArrowDown' })).toEqual({ isOpen: true })
  const up = moveInCombobox({ ...open, active: 1 }, { ...plain, altKey: true, key: 'ArrowUp' })
  expect(up).toEqual({ isOpen: false, active: undefined })
  for (const held of ['ctrlKey', 'metaKey', 'shiftKey'])
    expect(moveInCombobox(open, { ...plain, [held]: true, key: 'ArrowDown' })).toBeUndefined()
})
