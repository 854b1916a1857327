import { createContext, Script } from 'node:vm'
import { queryErrors } from './errors.ts'

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
