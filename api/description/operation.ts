import type * as z from 'zod/mini'

type Fields = z.ZodMiniObject

export type Answer = {
  description: string
  /** JSON unless `type` says otherwise. */
  schema?: z.core.$ZodType
  type?: string
  headers?: Record<string, string>
}

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
  isPage?: boolean
  answers: Record<number, Answer>
  errors?: Record<number, string>
}

/** By `METHOD /path/{parameter}`. */
export type Operations = Record<string, Operation>

const received = {
  408: 'The body took longer than 8 seconds.',
  413: 'The body is larger than 64 KB.',
}
const body = {
  ...received,
  400: 'Malformed: the text says what is wrong.',
  415: 'Another type than JSON in UTF-8.',
}
const token = {
  403: 'The token of another listing.',
  429: 'More than 20 wrong tokens of the network within an hour.',
}

/** What several operations have in common. */
export const errors = {
  received,
  body,
  form: { ...body, 403: 'A form of another site.' },
  token,
  owner: { ...token, 400: 'Malformed: the text says what is wrong.', 401: 'No token.', 404: 'Unknown.' },
  team: { 401: 'No token, or a wrong one.', 403: 'The role or the origin is not allowed to.' },
  teamBody: {
    ...body,
    401: 'No token, or a wrong one.',
    403: 'The role or the origin is not allowed to.',
  },
}
