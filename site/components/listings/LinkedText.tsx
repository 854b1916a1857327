import { findLinks } from '#domain/listings/find-links.ts'

/** Text of a visitor. Its links are not endorsed and get no access to this window. */
export function LinkedText({ text, phones = false }: { text: string; phones?: boolean }) {
  return (
    <p className="as-written" dir="auto">
      {findLinks(text, { phones }).map((part, index) =>
        part.href === undefined ? (
          part.text
        ) : (
          <a key={index} href={part.href} rel="ugc nofollow noopener">
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}
