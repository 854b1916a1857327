import { fill, messages } from '#domain/language.ts'
import { createDraft } from './draft.ts'
import { type Faults, listFaults } from './list-faults.ts'

/** In form order (spec, section 3). The draft has no deck: files cannot be kept. */
export const draftFields = ['name', 'email', 'projectName', 'oneLiner', 'loomUrl'] as const

export type DraftField = (typeof draftFields)[number]
export type ApplicationField = DraftField | 'deck'
export type ApplicationDraft = Record<DraftField, string>

type ApplicationFaults = Faults<ApplicationField>

const draft = createDraft('application', draftFields)

export const { read: readDraft, save: saveDraft } = draft

export function findDeckFault(fileName: string | undefined): string | undefined {
  if (fileName === undefined || /.\.pdf$/i.test(fileName)) return undefined
  return fill(messages().apply.faults.noPdf, { file: fileName })
}

const required = ['name', 'email', 'projectName', 'oneLiner'] as const

const typeFaults = { email: 'noEmail', loomUrl: 'noVideo' } as const

export type Application = {
  draft: ApplicationDraft
  deck: string | undefined
  /** Fields that the browser's own validation refuses. */
  refused: ReadonlyArray<keyof typeof typeFaults>
}

function findFaults({ draft: typed, deck, refused }: Application): ApplicationFaults {
  const { faults } = messages().apply
  const empty = required.filter((field) => typed[field].trim() === '')
  const deckFault = findDeckFault(deck)
  return {
    ...Object.fromEntries(refused.map((field) => [field, faults[typeFaults[field]]])),
    ...Object.fromEntries(empty.map((field) => [field, faults[field]])),
    ...(deckFault && { deck: deckFault }),
  }
}

export function listApplicationFaults(faults: ApplicationFaults) {
  return listFaults([...draftFields, 'deck' as const], faults)
}

/** Sends nothing: the values are logged in the browser (spec, section 4). Returns the fields' faults. */
export function submitApplication(application: Application): ApplicationFaults {
  const faults = findFaults(application)
  if (listApplicationFaults(faults).length > 0) return faults
  const { draft: typed, deck } = application
  // oxlint-disable-next-line no-console -- The spec: the values are only logged in the browser.
  console.log('application', { ...typed, deck: deck ?? null })
  draft.clear()
  return {}
}
