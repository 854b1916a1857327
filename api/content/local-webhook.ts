import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { webhookSettings } from './webhook.ts'

/**
 * Sets up the webhook of the local Content Lake: writes the file that the lake reads (studio/lake/README.md) into its
 * folder. The secret is made at the first start and stays. Answers both.
 */
export async function setUpLocalWebhook(
  folder: string,
  url: string,
): Promise<{ file: string; secret: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const secret = await keepSecret(join(folder, 'webhook-secret'))
  const file = join(folder, 'webhooks.json')
  const webhook = { id: 'site', name: 'the site', url, secret, ...webhookSettings }
  await writePrivately(file, JSON.stringify([webhook], undefined, 2))
  return { file, secret }
}

async function keepSecret(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (known.trim() !== '') return known.trim()
  const secret = randomBytes(32).toString('base64url')
  await writePrivately(path, `${secret}\n`)
  return secret
}

/** Whole or not there, and for its owner alone. */
async function writePrivately(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  await using file = await open(draft, 'w', 0o600)
  await file.writeFile(text)
  await file.sync()
  await rename(draft, path)
}
