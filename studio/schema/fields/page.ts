import { bodyField } from './body.ts'
import { limits } from './field-options.ts'
import { inLanguages } from './languages.ts'
import { linesField, nameField } from './text.ts'

/** What every page of the programme has. */
export function pageFields({ intro, optional = true }: { intro: string; optional?: boolean }) {
  return [
    ...inLanguages(nameField, {
      name: 'title',
      description: 'The large heading at the top of the page, and its name in the browser tab.',
    }),
    ...inLanguages(bodyField, { name: 'intro', title: 'Introduction', description: intro, optional }),
    ...descriptionFields(),
  ]
}

export function descriptionFields() {
  return inLanguages(linesField, {
    name: 'description',
    title: 'Description for search and sharing',
    description:
      'One or two sentences that search engines and link previews show. Visitors do not see them on the page itself.',
    maximum: limits.sentences,
    recommendedLength: 160,
  })
}
