import { currentLanguage, messages } from '#domain/language.ts'

/** The message is `STATUS: body`, or `STATUS: status text` without a body (spec, section 8). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly headers: Headers

  constructor(status: number, text: string, headers = new Headers()) {
    super(`${status}: ${text}`)
    this.status = status
    this.headers = headers
  }
}

/** A successful answer that is not the expected JSON, such as the page of a proxy. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'

  constructor() {
    super(messages().network.unreadable)
  }
}

async function readJson<Data>(response: Response): Promise<Data> {
  try {
    return (await response.json()) as Data
  } catch {
    throw new UnreadableAnswer()
  }
}

type RequestHeaders = Record<string, string>

/** `unauthorized`: whether a 401 throws or returns no data (spec, section 8). */
type ReadSettings = {
  unauthorized?: 'raise' | 'empty'
  headers?: RequestHeaders
  signal?: AbortSignal | undefined
}

async function request(url: string, init: RequestInit): Promise<Response> {
  // Its errors are in the language of the page.
  const headers = { 'Accept-Language': currentLanguage(), ...(init.headers as RequestHeaders) }
  const response = await fetch(url, { ...init, headers, credentials: 'include' }).catch(() => {
    throw new Error(messages().network.away)
  })
  if (response.ok) return response
  const text = (await response.text()).trim() || response.statusText
  throw new ApiError(response.status, text, response.headers)
}

export type Answer<Data> = { data: Data | null; next: string | undefined }

/** Throws ApiError, or Error when there was no answer. */
export async function read<Data>(
  url: string,
  { unauthorized = 'raise', headers, signal }: ReadSettings = {},
): Promise<Answer<Data>> {
  try {
    const response = await request(url, { ...(headers && { headers }), ...(signal && { signal }) })
    const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    return { data: await readJson<Data>(response), next }
  } catch (error) {
    const isEmpty = unauthorized === 'empty' && error instanceof ApiError && error.status === 401
    if (isEmpty) return { data: null, next: undefined }
    throw error
  }
}

/** Throws as `read` does. */
export async function readText(url: string): Promise<string> {
  return (await request(url, {})).text()
}

/** Undefined for an answer without a body (204). Throws as `read` does. */
export async function write<Data>(
  method: string,
  url: string,
  payload?: unknown,
  headers: RequestHeaders = {},
): Promise<Data> {
  const response = await request(url, {
    method,
    headers: payload === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  })
  return response.status === 204 ? (undefined as Data) : readJson(response)
}
