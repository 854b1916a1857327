import { Mutation } from '@sanity/mutator'
import { selectIds } from '../query/evaluate.ts'
import { View } from '../query/view.ts'
import { byId } from '../store/documents.ts'
import { type Change, type LakeDocument, type MutationOutcome, operationOf } from '../store/types.ts'
import { completeDocumentId, isDocumentId } from './document-id.ts'
import { toMutationErrorDetails, mutationError, mutationErrors } from './errors.ts'
import { expandPaths, splitPatch } from './expand-paths.ts'
import {
  type Attributes,
  type Creation,
  type ParsedMutation,
  parseMutation,
  type Selection,
} from './parse.ts'

export type Documents = { get(id: string): LakeDocument | undefined; all(): readonly LakeDocument[] }
type Stamp = { transactionId: string; timestamp: string }
type ChangedDocument = { document: LakeDocument | undefined; mutations: unknown[] }

/** Documents after mutations that are not stored yet. */
export class WorkingCopy implements Documents {
  readonly outcomes: MutationOutcome[] = []
  readonly #documents: Documents
  readonly #stamp: Stamp
  readonly #changed = new Map<string, ChangedDocument>()

  constructor(documents: Documents, stamp: Stamp) {
    this.#documents = documents
    this.#stamp = stamp
  }

  /** Each mutation sees the result of those before it. Throws LakeError with the index of the mutation that failed. */
  apply(mutations: readonly unknown[]): void {
    // @sanity/mutator keeps references to parts of its input.
    structuredClone(mutations).forEach((mutation, index) => {
      try {
        this.#apply(parseMutation(mutation))
      } catch (error) {
        const found = toMutationErrorDetails(error)
        throw found ? mutationError(found.status, found.details, index) : error
      }
    })
  }

  changes(): Change[] {
    return [...this.#changed].flatMap(([documentId, { document, mutations }]) => {
      const before = this.#documents.get(documentId)
      return before || document ? [{ documentId, before, after: this.get(documentId), mutations }] : []
    })
  }

  get(id: string): LakeDocument | undefined {
    const document = this.#current(id)
    const { transactionId, timestamp } = this.#stamp
    return document && this.#changed.has(id)
      ? { ...document, _rev: transactionId, _updatedAt: timestamp }
      : document
  }

  all(): readonly LakeDocument[] {
    if (this.#changed.size === 0) return this.#documents.all()
    const unchanged = this.#documents.all().filter(({ _id }) => !this.#changed.has(_id))
    const changed = [...this.#changed.keys()].flatMap((id) => this.get(id) ?? [])
    return [...unchanged, ...changed].toSorted(byId)
  }

  #apply(mutation: ParsedMutation): void {
    if (mutation.kind === 'delete') {
      for (const id of this.#select(mutation.selection)) this.#delete(id)
    } else if (mutation.kind === 'patch') {
      const { patch, ifRevisionID } = mutation
      for (const id of this.#select(mutation.selection)) this.#patch(id, patch, ifRevisionID)
    } else {
      this.#create(mutation.kind, mutation.document)
    }
  }

  /** With the revision that it had before. */
  #current(id: string): LakeDocument | undefined {
    const changed = this.#changed.get(id)
    return changed ? changed.document : this.#documents.get(id)
  }

  #put(id: string, document: LakeDocument | undefined, mutation: unknown): void {
    const operation = operationOf({ before: this.#current(id), after: document })
    this.outcomes.push({ id, operation })
    this.#changed.set(id, { document, mutations: [...(this.#changed.get(id)?.mutations ?? []), mutation] })
  }

  #select(selection: Selection): string[] {
    if ('query' in selection) {
      try {
        return selectIds(selection, new View(this))
      } catch (error) {
        throw mutationErrors.malformed((error as Error).message)
      }
    }
    if (!isDocumentId(selection.id)) throw mutationErrors.malformedId(selection.id)
    return [selection.id]
  }

  #create(kind: Creation, attributes: Attributes): void {
    const id = completeDocumentId(attributes._id)
    if (!isDocumentId(id)) throw mutationErrors.malformedId(id)
    const type = attributes._type
    if (typeof type !== 'string' || type === '') throw mutationErrors.typeMissing(id)
    const current = this.#current(id)
    if (current && kind === 'create') throw mutationErrors.exists(id)
    if (current && kind === 'createIfNotExists') return void this.outcomes.push({ id, operation: 'none' })
    if (current && current._type !== type) throw mutationErrors.typeChanged(id, current._type, type)
    const _createdAt = isInstant(attributes._createdAt) ? attributes._createdAt : this.#stamp.timestamp
    const document = {
      ...attributes,
      _id: id,
      _type: type,
      _createdAt,
      _updatedAt: this.#stamp.timestamp,
      _rev: this.#stamp.transactionId,
    }
    this.#put(id, document, { [kind]: document })
  }

  #delete(id: string): void {
    if (this.#current(id)) this.#put(id, undefined, { delete: { id } })
  }

  #patch(id: string, patch: Attributes, ifRevisionID: string | undefined): void {
    const current = this.#current(id)
    if (ifRevisionID !== undefined && current?._rev !== ifRevisionID)
      throw mutationErrors.wrongRevision(id, current?._rev, ifRevisionID)
    if (!current) throw mutationErrors.notFound(id)
    const patched = applyPatch(current, patch)
    if (patched._id !== id) throw mutationErrors.idChanged(id)
    if (patched._type !== current._type) throw mutationErrors.typeChanged(id, current._type, patched._type)
    // A patch cannot change these.
    const { _createdAt, _updatedAt, _rev } = current
    this.#put(id, { ...patched, _createdAt, _updatedAt, _rev }, { patch: { id, ...patch } })
  }
}

function applyPatch(document: LakeDocument, patch: Attributes): LakeDocument {
  const { _id: id } = document
  try {
    // One path at a time, because each matches the result of those before it.
    return splitPatch(patch).reduce<LakeDocument>((current, one) => {
      const mutations = [{ patch: { id, ...expandPaths(current, one) } }]
      return new Mutation({ mutations }).apply(current) as LakeDocument
    }, document)
  } catch (error) {
    throw mutationErrors.malformed(`The patch cannot be applied: ${(error as Error).message}`)
  }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value))
}
