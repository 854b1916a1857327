import { createContext, Script } from 'node:vm'
import { queryErrors } from './errors.ts'

const MOST_CHARACTERS = 100_000_000
const script = new Script('run()')
const globals: { run?: () => unknown } = {}
const sandbox = createContext(globals)

/**
 * Runs something synchronous for at most so long; node:vm is what can stop a loop on the same thread.
 * Throws LakeError 400 when it took longer.
 */
export function runBounded<T>(run: () => T, milliseconds: number): T {
  // A query within a query, as a mutation's in a hook, has the time of the outer one.
  if (globals.run) return run()
  globals.run = run
  try {
    return script.runInContext(sandbox, { timeout: milliseconds }) as T
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw queryErrors.tookTooLong(milliseconds)
    throw error
  } finally {
    delete globals.run
  }
}

/**
 * The JSON of a result, made piece by piece so that a small query with an enormous answer is refused before it is in
 * memory. Throws LakeError 400.
 */
export function stringifyBounded(result: unknown): string {
  if (!Array.isArray(result)) return JSON.stringify(result ?? null)
  const pieces: string[] = []
  let length = 0
  for (const item of result) {
    const piece = JSON.stringify(item ?? null)
    length += piece.length
    if (length > MOST_CHARACTERS) throw queryErrors.tooMuch(MOST_CHARACTERS)
    pieces.push(piece)
  }
  return `[${pieces.join(',')}]`
}
