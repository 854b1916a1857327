import { atom } from 'nanostores'
import { fill, words } from '#domain/language.ts'
import { createDraft } from '../lib/draft.ts'

/** What an application says, in the form's order (spec, section 3). The deck, a file, is not kept. */
export const draftFields = ['name', 'email', 'projectName', 'oneLiner', 'loomUrl'] as const

export type DraftField = (typeof draftFields)[number]
export type ApplicationField = DraftField | 'deck'
export type ApplicationDraft = Record<DraftField, string>

/** What is wrong with each field, in words. */
export const $faults = atom<Partial<Record<ApplicationField, string>>>({})

export const $isSubmitted = atom(false)

/** What was typed before this page was loaded again. */
export const {
  read: readDraft,
  keep: keepDraft,
  forget: forgetDraft,
} = createDraft('application', draftFields)

/** A field that is being mended is no longer marked. */
export function forgetFault(field: ApplicationField): void {
  const { [field]: mended, ...rest } = $faults.get()
  if (mended !== undefined) $faults.set(rest)
}

/** Says at once what is wrong with a deck, by its file's name. Without one all is well. */
export function checkDeck(fileName: string | undefined): void {
  forgetFault('deck')
  const deck = findDeckFault(fileName)
  if (deck) $faults.set({ ...$faults.get(), deck })
}

function findDeckFault(fileName: string | undefined): string | undefined {
  if (fileName === undefined || /.\.pdf$/i.test(fileName)) return undefined
  return fill(words().apply.faults.noPdf, { file: fileName })
}

const required = ['name', 'email', 'projectName', 'oneLiner'] as const

/** What is said of an address that is none. */
const mistyped = { email: 'noEmail', loomUrl: 'noVideo' } as const

export type Application = {
  draft: ApplicationDraft
  /** The name of the deck's file. */
  deck: string | undefined
  /** What the browser's own check of addresses refuses. */
  refused: ReadonlyArray<keyof typeof mistyped>
}

function findFaults({ draft, deck, refused }: Application): Partial<Record<ApplicationField, string>> {
  const { faults } = words().apply
  const empty = required.filter((field) => draft[field].trim() === '')
  const deckFault = findDeckFault(deck)
  return {
    ...Object.fromEntries(refused.map((field) => [field, faults[mistyped[field]]])),
    ...Object.fromEntries(empty.map((field) => [field, faults[field]])),
    ...(deckFault && { deck: deckFault }),
  }
}

/**
 * Submits an application: nothing is sent, its values are logged in the browser (spec, section 4), and the draft is
 * forgotten. Answers the first field at fault where there is one; the form then stays as it is.
 */
export function submitApplication(application: Application): ApplicationField | undefined {
  const faults = findFaults(application)
  $faults.set(faults)
  const firstAtFault = [...draftFields, 'deck' as const].find((field) => faults[field] !== undefined)
  if (firstAtFault) return firstAtFault
  const { draft, deck } = application
  // oxlint-disable-next-line no-console -- The spec: the values are only logged in the browser.
  console.log('application', { ...draft, deck: deck ?? null })
  forgetDraft()
  $isSubmitted.set(true)
  return undefined
}
