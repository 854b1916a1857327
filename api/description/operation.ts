import { STATUS_CODES } from 'node:http'
import type * as z from 'zod/mini'

type Fields = z.ZodMiniObject

export type Operation = {
  tag: string
  summary: string
  description?: string
  /** Names a security scheme. `isTokenOptional`: works without it, too. */
  token?: string
  isTokenOptional?: boolean
  /** Parameters other than ids. */
  path?: Fields
  query?: Fields
  headers?: Fields
  json?: z.core.$ZodType
  /** Sent by a page without scripts. `Accept: text/html` gets its errors as pages. */
  form?: Fields
  /** The schema of the JSON, the type of another body, or null for none. */
  answers: Record<number, z.core.$ZodType | string | null>
  /** Apart from those of all operations (500, 503) and of all with a body (400, 408, 413, 415). */
  errors?: number[]
}

/** By `METHOD /path/{parameter}`. */
export type Operations = Record<string, Operation>

/** What a status means here, or its standard text. */
export const statusTexts: Record<number, string | undefined> = {
  ...STATUS_CODES,
  303: 'To a page, for a form.',
  304: 'As in `If-None-Match`.',
  400: 'Malformed: the text says what is wrong.',
  401: 'No token, or one that nothing belongs to.',
  403: 'The token of somebody else, a form of another site, or an origin that is not the Studio’s.',
  404: 'Unknown, or not shown.',
  408: 'The body took too long to arrive.',
  409: 'Not in this state.',
  410: 'Expired or given up.',
  412: 'Another version is stored.',
  415: 'Another type than JSON in UTF-8, or a form.',
  422: 'Refused: the text says why.',
  429: 'Too many requests of the network, or wrong tokens.',
  503: 'The database does not answer, or too much is running at once.',
}
