import { embedLimits, writeEmbedCode } from '#domain/events/embed.ts'
import { feedPaths } from '#domain/feeds.ts'
import { fill, messages } from '#domain/language.ts'
import { useIsScripted } from '../../components/use-is-scripted.ts'
import { CopyButton } from '../CopyButton.tsx'

type EmbedCodeProps = {
  /** The filters. */
  query: string
  origin: string
  /** Sites that may embed the list; undefined for all. */
  sites: readonly string[] | undefined
}

export function EmbedCode({ query, origin, sites }: EmbedCodeProps) {
  const isScripted = useIsScripted()
  const { title, embed, embedText, embedCode, embedOnly, embedPreview, copyCode, followsFilters } =
    messages().events
  const code = writeEmbedCode({ origin, query, title })
  return (
    <details>
      <summary>{embed}</summary>
      <p>{fill(embedText, embedLimits)}</p>
      {sites && <p>{fill(embedOnly, { sites: sites.join(', ') })}</p>}
      {query !== '' && <p className="quiet">{followsFilters}</p>}
      <textarea aria-label={embedCode} rows={5} readOnly spellCheck={false} value={code} />
      <div className="actions">
        {isScripted && (
          <div>
            <CopyButton key={code} label={copyCode} text={code} />
          </div>
        )}
        <a href={feedPaths.embed(query)}>{embedPreview}</a>
      </div>
    </details>
  )
}
