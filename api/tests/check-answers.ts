import { describeApi, internalRoutes } from '../description/openapi.ts'

/**
 * Every answer of `/api/…` that a test fetches must match the description of the API, and so must each request that was
 * accepted. Prism compares.
 */
const send = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const {
    url: address,
    method = 'GET',
    headers,
    body,
  } = input instanceof Request ? input : { ...init, url: input }
  const url = new URL(address)
  if (url.hostname !== '127.0.0.1' || !/^\/api(\/|$)/.test(url.pathname)) return send(input, init)
  // Before sending: it takes so long that idle connections would be closed meanwhile.
  const prism = await (loading ??= loadPrism())
  const response = await send(input, init)
  const faults = await findFaults(prism, { url, method, headers: new Headers(headers), body }, response)
  if (faults.length === 0) return response
  throw new Error(`${method} ${url.href}: the answer ${response.status} does not match: ${faults.join('; ')}`)
}

type Sent = { url: URL; method: string; headers: Headers; body?: unknown }
type Prism = Awaited<ReturnType<typeof loadPrism>>
type Described = Prism['operations'][number]

let loading: Promise<Prism> | undefined

/** Not the whole package, which takes twice as long to load. */
async function loadPrism() {
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http/dist/utils/operations.js')
  const operations = await getHttpOperationsFromSpec(describeApi('http://site.test'))
  // The most specific path first.
  operations.sort((one, other) => one.path.split('{').length - other.path.split('{').length)
  return { operations, ...(await import('@stoplight/prism-http/dist/validator/index.js')) }
}

async function findFaults(prism: Prism, sent: Sent, response: Response): Promise<string[]> {
  const { url, method } = sent
  const isAt = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname)
  if (Object.keys(internalRoutes).some((path) => isAt(path.replace('*', '.+')))) return []
  const atPath = prism.operations.filter(({ path }) => isAt(path))
  const operation = atPath.find((one) => one.method === (method === 'HEAD' ? 'get' : method.toLowerCase()))
  if (!operation) return findFaultsOfOthers(sent, atPath, response)
  const faults = await checkAnswer(prism, operation, sent, response)
  return response.ok ? [...faults, ...checkRequest(prism, operation, sent)] : faults
}

/** Of a path or method that is not described. */
function findFaultsOfOthers({ method }: Sent, atPath: Described[], { status, headers }: Response): string[] {
  // Some are refused before the path is looked at.
  const refusals = [400, 401, 403, 408, 413]
  const expected = atPath.length === 0 ? 404 : method === 'OPTIONS' ? 204 : 405
  if (status !== expected) return refusals.includes(status) ? [] : [`expected ${expected}`]
  const allowed = headers
    .get('Allow')
    ?.split(', ')
    .filter((name) => !/HEAD|OPTIONS/.test(name))
  const described = atPath.map((one) => one.method.toUpperCase())
  return allowed && allowed.toSorted().join() !== described.toSorted().join()
    ? [`Allow: ${allowed.join()}`]
    : []
}

async function checkAnswer(
  { validateOutput }: Prism,
  operation: Described,
  { method }: Sent,
  response: Response,
): Promise<string[]> {
  const { status: statusCode } = response
  const headers = Object.fromEntries(response.headers)
  const type = headers['content-type'] ?? ''
  const described = operation.responses.find(({ code }) => code === String(statusCode))
  // Nobody waits for the end of a stream.
  if (method === 'HEAD' || type === 'text/event-stream') return described ? [] : ['unknown status']
  const text = await response
    .clone()
    .text()
    .catch(() => undefined)
  // The test has cut the connection.
  if (text === undefined) return []
  const faults = text !== '' && !described?.contents?.length ? ['a body that is not described'] : []
  const answer = { statusCode, headers, ...(text !== '' && { body: readBody(text, type) }) }
  return [...faults, ...listFaults(validateOutput({ resource: operation, element: answer as never }))]
}

function checkRequest(
  { validateInput, validateSecurity }: Prism,
  resource: Described,
  { url, headers, body }: Sent,
): string[] {
  const text = body instanceof Uint8Array ? Buffer.from(body).toString() : String(body ?? '')
  const hasBody = text !== '' && !(body instanceof ReadableStream)
  const element = {
    method: resource.method,
    url: { path: decodable(url.pathname), query: Object.fromEntries(url.searchParams) },
    headers: { ...Object.fromEntries(headers), ...(hasBody && { 'content-length': String(text.length) }) },
    ...(hasBody && { body: readBody(text, headers.get('content-type') ?? '') }),
  } as never
  // Prism refuses a malformed token where none is needed.
  const needsToken = resource.security?.every((schemes) => schemes.length > 0)
  return [
    ...listFaults(validateInput({ resource, element })),
    ...(needsToken ? listFaults(validateSecurity({ resource, element })) : []),
  ]
}

function readBody(text: string, type: string): unknown {
  return type.startsWith('application/json') ? JSON.parse(text) : text
}

function decodable(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return encodeURI(path)
  }
}

type Faults = Array<{ message: string; path?: Array<string | number> | undefined }>

function listFaults(result: { _tag: 'Left'; left: Faults } | { _tag: 'Right' }): string[] {
  return result._tag === 'Left'
    ? result.left.map(({ message, path = [] }) => `${message} ${path.join('.')}`)
    : []
}
