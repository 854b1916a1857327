import { createLogger } from '../runtime/log.ts'

export const silentLogger = createLogger('silent', { write: () => {} })
