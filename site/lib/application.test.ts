import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  type ApplicationDraft,
  findDeckFault,
  listApplicationFaults,
  saveDraft,
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

/** Stubs `sessionStorage` with these items; without an argument, with one that refuses all access. */
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
  it('is read back without its empty fields', () => {
    stubStorage({})
    saveDraft(draft)
    const { loomUrl: _, ...filled } = draft
    expect(readDraft()).toEqual(filled)
  })

  it('is removed from storage once all fields are empty', () => {
    const items = stubStorage({})
    saveDraft(draft)
    saveDraft({ name: '', email: '', projectName: '', oneLiner: '', loomUrl: '' })
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

  it('has only the stored fields that it knows and that are text', () => {
    stubStorage({ application: '{"name":"Ada","email":7,"deck":"deck.pdf","more":"x"}' })
    expect(readDraft()).toEqual({ name: 'Ada' })
  })

  it('is not kept if storage is switched off', () => {
    stubStorage()
    watchLog()
    saveDraft(draft)
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
  it('logs the values and the deck’s file name, and deletes the draft', () => {
    const items = stubStorage({})
    const log = watchLog()
    saveDraft(draft)
    expect(submitApplication({ draft, deck: 'deck.pdf', refused: [] })).toEqual({})
    expect(log.mock.calls).toEqual([['application', { ...draft, deck: 'deck.pdf' }]])
    expect(items.size).toBe(0)
  })

  it.each([
    ['name', 'enter your name'],
    ['email', 'enter your email address'],
    ['projectName', 'enter your project’s name'],
    ['oneLiner', 'describe in one line what you are building'],
  ] as const)('requires the %s', (field, message) => {
    const log = watchLog()
    const application = { draft: { ...draft, [field]: ' ' }, deck: undefined, refused: [] }
    expect(submitApplication(application)).toEqual({ [field]: message })
    expect(log).not.toHaveBeenCalled()
  })

  it.each([
    ['email', 'enter an email address like name@example.com'],
    ['loomUrl', 'enter the full address of the video, starting with https://'],
  ] as const)('explains what is wrong if the browser refuses the %s', (field, message) => {
    expect(submitApplication({ draft, deck: undefined, refused: [field] })).toEqual({ [field]: message })
  })

  it('finds all faults, in form order', () => {
    const nothing = { name: 'Ada', email: '', projectName: '', oneLiner: '', loomUrl: 'x' }
    const faults = submitApplication({ draft: nothing, deck: 'a.txt', refused: ['loomUrl'] })
    expect(listApplicationFaults(faults).join()).toMatch(/^email,.*projectName,.*oneLiner,.*loomUrl,.*deck,/)
  })
})
