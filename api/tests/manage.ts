import type { PostedListing } from '#domain/listings/listing.ts'
import { listingInput, post } from './serve.ts'

/** Posts a listing and answers it, token and all. */
export async function postOne(base: string, fields: Record<string, unknown> = {}): Promise<PostedListing> {
  return (await (await post(base, listingInput(fields))).json()) as PostedListing
}

/** Another token of the right form. */
export const wrongToken = 'w'.repeat(43)

/** Asks for something of `/api/listings/…` with a token, if one is given, and a JSON body, if there is one. */
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

/** Sends a form of our own pages. */
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
