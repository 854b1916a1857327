import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type ApplicationDraft,
  findDeckFault,
  findFirstAtFault,
  keepDraft,
  readDraft,
  submitApplication,
} from './application.ts'

const draft: ApplicationDraft = {
  name: 'Ada',
  email: 'ada@example.org',
  projectName: 'Engine',
  oneLiner: 'It computes.',
  loomUrl: '',
}

/** Storage as a browser has it, holding what is given; without anything, one that refuses everything. */
function stubStorage(held?: Record<string, string>): Map<string, string> {
  const items = new Map(Object.entries(held ?? {}))
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', {
    getItem: held ? (key: string) => items.get(key) ?? null : refuse,
    setItem: held ? (key: string, value: string) => void items.set(key, value) : refuse,
    removeItem: held ? (key: string) => void items.delete(key) : refuse,
  })
  return items
}

function watchLog() {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  return log
}

afterEach(() => void vi.unstubAllGlobals())

describe('the draft', () => {
  it('is what was kept', () => {
    stubStorage({})
    keepDraft(draft)
    const { loomUrl: _, ...filled } = draft
    expect(readDraft()).toEqual(filled)
  })

  it('leaves nothing behind once all of it was deleted', () => {
    const items = stubStorage({})
    keepDraft(draft)
    keepDraft({ name: '', email: '', projectName: '', oneLiner: '', loomUrl: '' })
    expect(items.size).toBe(0)
  })

  it.each([
    '',
    'not JSON',
    'null',
    '7',
    '"text"',
    '[]',
    '{"name":{"toString":null},"email":7,"oneLiner":["a"]}',
    '{"__proto__":{"name":"Eve"},"constructor":"a"}',
  ])('is empty where storage holds %j', (held) => {
    stubStorage({ application: held })
    expect(readDraft()).toEqual({})
  })

  it('keeps of what storage holds only the fields that are text', () => {
    stubStorage({ application: '{"name":"Ada","email":7,"deck":"deck.pdf","more":"x"}' })
    expect(readDraft()).toEqual({ name: 'Ada' })
  })

  it('is simply not kept where the browser keeps nothing', () => {
    stubStorage()
    watchLog()
    keepDraft(draft)
    expect(readDraft()).toEqual({})
    expect(submitApplication({ draft, deck: undefined, refused: [] })).toEqual({})
  })
})

describe('a deck', () => {
  it.each(['deck.pdf', 'DECK.PDF', 'my.deck.final.pdf'])('may be %s', (fileName) => {
    expect(findDeckFault(fileName)).toBeUndefined()
  })

  it.each(['deck.key', 'deck.pdf.exe', 'pdf', '.pdf', 'deckpdf'])('may not be %s', (fileName) => {
    expect(findDeckFault(fileName)).toBe(`“${fileName}” is not a PDF: choose a .pdf file or remove it`)
  })

  it('may be left out', () => {
    expect(findDeckFault(undefined)).toBeUndefined()
  })
})

describe('submitApplication', () => {
  it('logs the values with the deck’s name alone, and forgets the draft', () => {
    const items = stubStorage({})
    const log = watchLog()
    keepDraft(draft)
    expect(submitApplication({ draft, deck: 'deck.pdf', refused: [] })).toEqual({})
    expect(log.mock.calls).toEqual([['application', { ...draft, deck: 'deck.pdf' }]])
    expect(items.size).toBe(0)
  })

  it.each([
    ['name', 'enter your name'],
    ['email', 'enter your email address'],
    ['projectName', 'enter your project’s name'],
    ['oneLiner', 'describe in one line what you are building'],
  ] as const)('asks for the %s, which is required', (field, message) => {
    const log = watchLog()
    const application = { draft: { ...draft, [field]: ' ' }, deck: undefined, refused: [] }
    expect(submitApplication(application)).toEqual({ [field]: message })
    expect(log).not.toHaveBeenCalled()
  })

  it.each([
    ['email', 'enter an email address like name@example.com'],
    ['loomUrl', 'enter the full address of the video, starting with https://'],
  ] as const)('says what is wrong where the browser refuses the %s', (field, message) => {
    expect(submitApplication({ draft, deck: undefined, refused: [field] })).toEqual({ [field]: message })
  })

  it('finds every fault, and the first in the form’s order', () => {
    const nothing = { name: 'Ada', email: '', projectName: '', oneLiner: '', loomUrl: 'x' }
    const faults = submitApplication({ draft: nothing, deck: 'a.txt', refused: ['loomUrl'] })
    expect(findFirstAtFault(faults)).toBe('email')
    expect(Object.keys(faults).toSorted()).toEqual(['deck', 'email', 'loomUrl', 'oneLiner', 'projectName'])
  })
})
