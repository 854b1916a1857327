import type { PostedListing } from '#domain/listings/listing.ts'
import { listingInput, post } from './serve.ts'

/** Posts a listing, and returns it with its token. */
export async function postOne(base: string, fields: Record<string, unknown> = {}): Promise<PostedListing> {
  return (await (await post(base, listingInput(fields))).json()) as PostedListing
}

/** A well-formed token that belongs to no listing. */
export const wrongToken = 'w'.repeat(43)

/** Sends a request to `/api/listings/…`, with a token and a JSON body if given. */
export function manage(
  base: string,
  [method, path]: [method: string, path: string],
  token?: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${base}/api/listings/${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** Submits a form as our own pages do. */
export function sendForm(
  base: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
): Promise<Response> {
  return fetch(`${base}/api/listings/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}
