import { type ContentPicture, describePicture, type PictureFrame } from '#domain/content/picture.ts'

type Props = PictureFrame & {
  picture: ContentPicture
  sizes: string
  lang?: string | undefined
}

export function ContentImage({ picture, sizes, lang, widths, aspect }: Props) {
  const { alt, ...attributes } = describePicture(picture, { widths, ...(aspect && { aspect }) })
  return <img {...attributes} alt={alt} lang={lang} sizes={sizes} loading="lazy" decoding="async" />
}
