import { z } from 'zod'
import {
  copy,
  copyFields,
  href,
  line,
  optional,
  optionalCopy,
  optionalLine,
  photo,
  text,
  texts,
  title,
} from './parts.ts'

export const photoFields = `asset, crop, hotspot, ${copyFields('alt')}`

export const memberFields = `${copyFields('role')}, name, ${copyFields('responsibilities')}, photo{ ${photoFields} }`

export const member = z.object({
  role: copy(title),
  name: optionalLine,
  responsibilities: copy(texts),
  photo: optional(photo),
})

export type Member = z.output<typeof member>

export const quoteFields = `${copyFields('text')}, name, ${copyFields('role')}, photo{ ${photoFields} }`

export const quote = z.object({
  text: copy(text),
  name: line,
  role: optionalCopy,
  photo: optional(photo),
})

export type Quote = z.output<typeof quote>

export const actionFields = `${copyFields('text')}, ${copyFields('label')}, href`

export const action = z.object({ text: copy(line), label: copy(title), href })
