import { useEffect, useState } from 'react'
import { map } from 'rxjs'
import { useClient, useUser } from 'sanity'
import { apiVersion } from '#domain/content/content-settings.ts'

/** The name of whoever made this revision, by the history. Undefined until it is known. */
export function usePublisher(documentId: string, revision: string | undefined): string | undefined {
  const client = useClient({ apiVersion })
  const [found, setFound] = useState<{ revision: string; author: string }>()
  const author = found?.revision === revision ? found?.author : undefined
  const [user] = useUser(author ?? '')

  useEffect(() => {
    if (revision === undefined) return
    const loading = client.observable
      .request<string>({
        url: `/data/history/${client.config().dataset}/transactions/${documentId}`,
        query: { fromTransaction: revision, toTransaction: revision, excludeContent: 'true' },
      })
      // One line of NDJSON.
      .pipe(map((line) => (JSON.parse(line) as { author: string }).author))
      // Without an answer, no name is shown.
      .subscribe({ next: (id) => setFound({ revision, author: id }), error: () => undefined })
    return () => loading.unsubscribe()
  }, [client, documentId, revision])

  return author && user?.displayName
}
