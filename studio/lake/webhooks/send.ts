import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import type { Delivery } from './outbox.ts'
import type { Webhook } from './settings.ts'

export type Sender = { projectId: string; dataset: string; timeoutMs: number }

/**
 * Posts the body once, with the headers of the hosted service; the signature has the time of this attempt.
 * Returns the status. Rejects on timeout, or when the signal aborts the attempt.
 */
export async function sendOnce(
  webhook: Webhook,
  delivery: Delivery,
  body: string,
  { projectId, dataset, timeoutMs }: Sender,
  signal: AbortSignal,
): Promise<number> {
  const headers: Record<string, string> = {
    'accept-encoding': 'gzip',
    connection: 'close',
    'content-type': 'application/json',
    'idempotency-key': delivery.idempotencyKey,
    'sanity-dataset': dataset,
    'sanity-document-id': delivery.documentId,
    'sanity-operation': delivery.operation,
    'sanity-project-id': projectId,
    'sanity-transaction-id': delivery.transactionId,
    'sanity-transaction-time': delivery.transactionTime,
    'sanity-webhook-id': webhook.id,
    'user-agent': 'Sanity.io webhook delivery',
  }
  if (webhook.secret !== undefined)
    headers[SIGNATURE_HEADER_NAME] = await encodeSignatureHeader(body, Date.now(), webhook.secret)
  const response = await fetch(webhook.url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  await response.body?.cancel()
  return response.status
}
