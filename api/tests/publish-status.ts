import type { PublishStatus } from '#domain/content/publish-status.ts'

/** Requests `/api/publishing/{documentId}` as the Studio does. Rejects if the request is refused. */
export async function findStatus(
  base: string,
  documentId: string,
  origin = 'http://studio.test',
): Promise<PublishStatus> {
  const answer = await fetch(`${base}/api/publishing/${documentId}`, { headers: { Origin: origin } })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as PublishStatus
}
