import type { SanityClient } from '@sanity/client'

/**
 * Stores a new secret in a draft, which only editors can write and only a token can read. `<id>.<secret>` is for links.
 * Rejects if the Content Lake refuses to store it.
 */
export async function storeSecret(
  client: SanityClient,
  fields: { _type: string; [name: string]: unknown },
): Promise<string> {
  const id = crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  await client.createOrReplace({ _id: `drafts.${id}`, secret, ...fields })
  return `${id}.${secret}`
}
