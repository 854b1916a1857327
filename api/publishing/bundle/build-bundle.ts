import { build } from 'astro'
import { compressAssets } from './compressed.ts'

// A process of its own (bundle.ts): builds the page bundle of a checkout into a folder, compresses its assets and ends,
// or ends with its parent. Says on standard error why it fails.
process.stdin.once('end', () => process.exit(1)).resume()
const [, , root = '', outDir = ''] = process.argv
try {
  await build({ root, outDir, logLevel: 'warn' })
  await compressAssets(outDir)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`, () => process.exit(1))
}
