import type { SanityClient } from '@sanity/client'

/**
 * Whether documents of this type hold a secret that shows drafts to whoever has it: those of Sanity's Presentation tool,
 * and a Studio's own types that end in `PreviewSecret`.
 */
export function isPreviewSecret({ _type }: { _type: string }): boolean {
  return _type === 'sanity.previewUrlSecret' || _type.endsWith('PreviewSecret')
}

/** A client for @sanity/import, which has no filter: its transactions leave secrets out. */
export function withoutSecrets(client: SanityClient): SanityClient {
  const copy = client.clone()
  copy.transaction = () => {
    const transaction = client.transaction()
    const { createOrReplace } = transaction
    transaction.createOrReplace = (document) =>
      isPreviewSecret(document) ? transaction : createOrReplace.call(transaction, document)
    return transaction
  }
  return copy
}
