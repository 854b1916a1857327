import { linkTo } from '#domain/language.ts'
import { readDetails } from '#domain/listings/complete-pay.ts'
import type { ListingField } from '#domain/listings/listing.ts'
import { nameOf } from '#domain/listings/names.ts'
import { DetailList } from './DetailList.tsx'
import { LinkedText } from './LinkedText.tsx'

type PostPreviewProps = {
  typed: Partial<Record<ListingField, string | number | undefined>>
  heading: string
  /** Of a posted listing, to link to its page. */
  id?: string
}

/** A listing that is being typed, or that has just been posted. */
export function PostPreview({ typed: given, heading, id }: PostPreviewProps) {
  const typed = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [field, String(value ?? '')]),
  ) as Partial<Record<ListingField, string>>
  const { category = '', subcategory = '', location = '', title = '', description = '', contact = '' } = typed
  if (`${title}${description}${contact}`.trim() === '') return null
  const place = [category, subcategory].filter((name) => name !== '').map(nameOf)
  return (
    <section className="preview" aria-labelledby="preview">
      <h2 id="preview">{heading}</h2>
      <div className="listing">
        <p className="preview-title" dir="auto">
          {id === undefined ? title : <a href={linkTo(`/listing/${id}`)}>{title}</a>}
        </p>
        <p className="quiet">{[place.join(' > '), location].filter((part) => part !== '').join(' · ')}</p>
        <DetailList details={readDetails(typed)} />
        <LinkedText text={description} />
        <LinkedText text={contact} phones />
      </div>
    </section>
  )
}
