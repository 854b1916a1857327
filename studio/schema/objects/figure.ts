import { ImageIcon } from '@sanity/icons/Image'
import { type ConditionalPropertyCallbackContext, defineField, defineType, type ImageValue } from 'sanity'
import { PhotoInput } from '../../components/inputs/PhotoInput.tsx'
import { everyTab, inLanguages, isTranslation } from '../fields/languages.ts'
import { type FieldOptions, limits } from '../fields/field-options.ts'
import { lineField } from '../fields/text.ts'

/** For the Studio's file dialog. */
export const acceptedFormats = 'image/jpeg,image/png,image/webp,image/avif'

/** The reference of an image ends with its format. */
export function checkFormat(picture: ImageValue | undefined): true | string {
  const ref = picture?.asset?._ref
  if (ref === undefined || /-(jpe?g|png|webp|avif)$/.test(ref)) return true
  return 'The picture must be a JPEG, PNG, WebP or AVIF file'
}

/** A picture in a formatted text needs one alternative text: the text has a version for each language. */
function isInText({ path }: ConditionalPropertyCallbackContext): boolean {
  return typeof path.at(-2) === 'object'
}

export const figure = defineType({
  name: 'figure',
  title: 'Image',
  description: 'A picture with a text for people who do not see it.',
  type: 'image',
  icon: ImageIcon,
  options: { hotspot: true, accept: acceptedFormats },
  fields: [
    ...inLanguages(lineField, {
      name: 'alt',
      title: 'Alternative text',
      description:
        'What the picture shows, for people who do not see it. No “image of…”: just say what is there.',
      recommendedLength: limits.title,
    }).map((field) => (isTranslation(field) ? { ...field, hidden: isInText } : field)),
    lineField({
      name: 'caption',
      description: 'A line below the picture. Leave it out if the text already says it.',
      optional: true,
    }),
  ],
  validation: (rule) => [rule.assetRequired(), rule.custom(checkFormat)],
  preview: { select: { title: 'alt', subtitle: 'caption', media: 'asset' } },
})

export function pictureField(field: FieldOptions) {
  return defineField({ ...field, type: 'figure', group: everyTab, components: { input: PhotoInput } })
}
