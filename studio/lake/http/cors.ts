import type { Context } from 'hono'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const headers = 'Authorization, Content-Type, X-Sanity-Project-ID'

/** Answers the question that a browser asks before it lets a page of an allowed origin send its request. */
export function answerPreflight(c: Context, origin: string | undefined): Response {
  const answer = c.body(null, 204)
  if (origin !== undefined) {
    answer.headers.set('Access-Control-Allow-Methods', methods)
    answer.headers.set('Access-Control-Allow-Headers', headers)
    answer.headers.set('Access-Control-Max-Age', '600')
  }
  return answer
}

/** Lets the page of an allowed origin read the answer. The answers of all others carry no such header. */
export function allowOrigin(answer: Response, origin: string | undefined): void {
  answer.headers.append('Vary', 'Origin')
  if (origin !== undefined) answer.headers.set('Access-Control-Allow-Origin', origin)
}
