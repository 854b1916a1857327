import { messages } from '#domain/language.ts'
import { readDetails } from '#domain/listings/details.ts'
import type { ListingField } from '#domain/listings/listing.ts'
import { nameOf } from '#domain/listings/names.ts'
import { DetailList } from './DetailList.tsx'
import { LinkedText } from './LinkedText.tsx'

/** Live preview of a listing that is being typed. */
export function PostPreview({ typed }: { typed: Partial<Record<ListingField, string>> }) {
  const { category = '', subcategory = '', location = '', title = '', description = '', contact = '' } = typed
  if (`${title}${description}${contact}`.trim() === '') return null
  const place = [category, subcategory].filter((name) => name !== '').map(nameOf)
  return (
    <section className="preview" aria-labelledby="preview">
      <h2 id="preview">{messages().post.preview}</h2>
      <div className="listing">
        <p className="preview-title" dir="auto">
          {title}
        </p>
        <p className="quiet">{[place.join(' > '), location].filter((part) => part !== '').join(' · ')}</p>
        <DetailList details={readDetails(typed)} />
        <LinkedText text={description} />
        <LinkedText text={contact} phones />
      </div>
    </section>
  )
}
