import { ensureStudio } from '../content/studio.ts'
import { checkout } from '../runtime/checkout.ts'
import { printLine } from '../runtime/operator.ts'
import { runCommand } from './run-command.ts'

// Builds the Studio from the current sources, unless that build exists, and prints its folder.
await runCommand(async () => {
  process.stdout.write(`${await ensureStudio(checkout, printLine)}\n`)
})
