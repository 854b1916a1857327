import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url))
