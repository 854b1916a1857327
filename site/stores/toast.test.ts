import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $toast, dismissToast, showToast, type Toast } from './toast.ts'

const toast: Toast = { title: 'Success!', description: 'Your listing has been posted.', variant: 'default' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  $toast.set(undefined)
})

it('shows one toast at a time: the newest', () => {
  showToast(toast)
  const first = $toast.get()
  showToast({ ...toast, title: 'Error' })
  expect($toast.get()).toMatchObject({ title: 'Error', open: true })
  expect($toast.get()?.id).not.toBe(first?.id)
})

it('keeps a dismissed toast, closed, for 1,000,000 ms', () => {
  showToast(toast)
  dismissToast()
  vi.advanceTimersByTime(999_999)
  expect($toast.get()).toMatchObject({ open: false })
  vi.advanceTimersByTime(1)
  expect($toast.get()).toBeUndefined()
})

it('does not remove the toast that came after a dismissed one', () => {
  showToast(toast)
  dismissToast()
  vi.advanceTimersByTime(500_000)
  showToast({ ...toast, title: 'Error' })
  vi.advanceTimersByTime(1_000_000)
  expect($toast.get()).toMatchObject({ title: 'Error', open: true })
})
