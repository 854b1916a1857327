import { type Language, languages } from '#domain/language.ts'
import type { ContentQuery } from './content.ts'
import { describeFaults, describeIssue, explainFaults, type Fault } from './content-error.ts'
import { localize } from './localize.ts'

/** Throws ContentError with the faults of all languages: what is published is whole in each. */
export function checkDocument<Document>(
  { id, schema }: Pick<ContentQuery<Document>, 'id' | 'schema'>,
  answer: unknown,
): Record<Language, Document> {
  const faults: Fault[] = []
  const documents = languages.map((language) => {
    const { data, error } = schema.safeParse(localize(answer, language), { error: describeIssue })
    if (error) faults.push(...describeFaults(answer, language, error.issues))
    return [language, data]
  })
  if (faults.length > 0) throw explainFaults(id, faults)
  return Object.fromEntries(documents) as Record<Language, Document>
}
