import { type FeedFormat, feedFormats, feedPaths } from '#domain/feeds.ts'
import { messages } from '#domain/language.ts'
import { categoryPath, type HomeCity, toOneCity } from '#domain/listings/catalogue.ts'

type CategoryLocation = {
  category: string
  subcategory: string | undefined
  city: HomeCity | undefined
}

export function FollowLinks({ category, subcategory, city }: CategoryLocation) {
  return (
    <p className="follow quiet">
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
