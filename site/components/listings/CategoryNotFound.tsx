import { categoryPath } from '#domain/listings/catalogue.ts'
import { linkTo, messages } from '#domain/language.ts'
import { trailOf } from '#domain/listings/names.ts'
import type { CategorySuggestion } from '#domain/listings/suggest-categories.ts'

export function CategoryNotFound({ near }: { near: readonly CategorySuggestion[] }) {
  const { backToHome, notFound, notFoundText } = messages().site
  return (
    <>
      <h1>{notFound}</h1>
      <p>{notFoundText}</p>
      {near.length > 0 && (
        <>
          <p>{messages().category.didYouMean}</p>
          <ul className="near">
            {near.map(({ category, subcategory }) => (
              <li key={`${category}/${subcategory}`}>
                <a href={categoryPath(category, subcategory)} data-append-city>
                  {trailOf(subcategory === undefined ? [category] : [category, subcategory])}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <a href={linkTo('/')} data-append-city>
          {backToHome}
        </a>
      </p>
    </>
  )
}
