import { ensureStudio } from '../content/studio.ts'
import { checkout } from '../runtime/checkout.ts'
import { say } from '../runtime/operator.ts'
import { runCommand } from './run-command.ts'

// Builds the Studio of the present sources, unless it exists, and prints its folder.
await runCommand(async () => {
  process.stdout.write(`${await ensureStudio(checkout, say)}\n`)
})
