import { basePathOf, ensureStudio } from '../content/studio.ts'
import { readEnvironment } from '../env.ts'
import { ensureBundle } from '../publishing/bundle.ts'
import { checkout } from '../runtime/checkout.ts'
import { printLine } from '../runtime/operator.ts'
import { runCommand } from './run-command.ts'

// `npm run prepare:version` builds what the first start of a version would build, into `.build`. It prints the folder
// of the Studio.
await runCommand('npm run prepare:version', async () => {
  await ensureBundle(checkout, printLine)
  process.stdout.write(
    `${await ensureStudio(checkout, basePathOf(readEnvironment(process.env)), printLine)}\n`,
  )
})
