import { type ContentPicture, describePicture, type PictureFrame } from '../lib/picture.ts'

type Props = PictureFrame & {
  picture: ContentPicture
  /** How wide the page shows it, as the attribute of that name says it. */
  sizes: string
  /** Of the alternative text, where that is not the language around it. */
  lang?: string | undefined
}

/** An image of the content, in the sizes that the page needs and with its dimensions. Rendered ahead, no island. */
export function ContentImage({ picture, sizes, lang, widths, aspect }: Props) {
  const { alt, ...attributes } = describePicture(picture, { widths, ...(aspect && { aspect }) })
  return <img {...attributes} alt={alt} lang={lang} sizes={sizes} loading="lazy" decoding="async" />
}
