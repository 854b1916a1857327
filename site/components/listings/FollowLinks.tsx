import { type FeedFormat, feedFormats, feedPaths } from '#domain/feeds.ts'
import { messages } from '#domain/language.ts'
import { categoryPath, toOneCity } from '#domain/listings/catalogue.ts'
import type { CategoryLocation } from './CategoryList.tsx'

export function FollowLinks({ category, subcategory, city }: CategoryLocation) {
  return (
    <p className="follow quiet screen-only">
      {messages().category.follow}
      {(Object.keys(feedFormats) as FeedFormat[]).map((format) => (
        <a
          key={format}
          href={feedPaths.category(format, categoryPath(category, subcategory), toOneCity(city))}
        >
          {feedFormats[format].name}
        </a>
      ))}
    </p>
  )
}
