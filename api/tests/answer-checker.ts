import { parentPort } from 'node:worker_threads'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js'
// Not the whole package, which takes twice as long to load.
import {
  validateInput,
  validateOutput,
  validateSecurity,
} from '@stoplight/prism-http/dist/validator/index.js'
import { describeApi } from '../description/openapi.ts'
import { internalRoutes } from './internal-routes.ts'

type Message = { headers: Record<string, string>; text: string }
export type Exchange = {
  request: Message & { url: string; method: string }
  answer: Message & { status: number }
}
type Described = (typeof operations)[number]

const read = await getHttpOperationsFromSpec(describeApi('http://site.test'))
// The most specific path first.
const operations = read.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
// oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.on('message', (exchange: Exchange) => parentPort?.postMessage(check(exchange)))
parentPort?.postMessage('ready')

/** An error would end the thread, and the tests would wait for it. */
function check(exchange: Exchange): string[] {
  try {
    return findFaults(exchange)
  } catch (error) {
    return [String(error)]
  }
}

function findFaults({ request, answer }: Exchange): string[] {
  const { method } = request
  const { pathname } = new URL(request.url)
  const isAt = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
  if (Object.keys(internalRoutes).some((one) => isAt(one.replace(/^\w+ /, '').replace('*', '.+')))) return []
  const atPath = operations.filter(({ path }) => isAt(path))
  const operation = atPath.find((one) => one.method === (method === 'HEAD' ? 'get' : method.toLowerCase()))
  if (!operation) return findFaultsOfOthers(method, atPath, answer)
  const faults = checkAnswer(operation, method, answer)
  return answer.status < 300 ? [...faults, ...checkRequest(operation, request)] : faults
}

/** Of a path or method that is not described. */
function findFaultsOfOthers(method: string, atPath: Described[], { status, headers }: Exchange['answer']) {
  // Some are refused before the path is looked at.
  const refusals = [400, 401, 403, 408, 413]
  const expected = atPath.length === 0 ? 404 : method === 'OPTIONS' ? 204 : 405
  if (status !== expected) return refusals.includes(status) ? [] : [`expected ${expected}`]
  const allowed = headers['allow']?.split(', ').filter((name) => !/HEAD|OPTIONS/.test(name))
  const described = atPath.map((one) => one.method.toUpperCase())
  return allowed && allowed.toSorted().join() !== described.toSorted().join()
    ? [`Allow: ${allowed.join()}`]
    : []
}

function checkAnswer(resource: Described, method: string, { status, headers, text }: Exchange['answer']) {
  const described = resource.responses.find(({ code }) => code === String(status))
  if (method === 'HEAD') return described ? [] : ['unknown status']
  const faults = text !== '' && !described?.contents?.length ? ['a body that is not described'] : []
  const body = text === '' ? {} : { body: readBody(text, headers) }
  return [
    ...faults,
    ...listFaults(validateOutput({ resource, element: { statusCode: status, headers, ...body } })),
  ]
}

function checkRequest(resource: Described, { url, headers, text }: Exchange['request']): string[] {
  const { pathname, searchParams } = new URL(url)
  const element = {
    method: resource.method as 'get',
    url: { path: toDecodable(pathname), query: Object.fromEntries(searchParams) },
    headers: { ...headers, ...(text !== '' && { 'content-length': String(text.length) }) },
    ...(text !== '' && { body: readBody(text, headers) }),
  }
  // Prism refuses a malformed token where none is needed.
  const needsToken = resource.security?.every((schemes) => schemes.length > 0)
  return [
    ...listFaults(validateInput({ resource, element })),
    ...(needsToken ? listFaults(validateSecurity({ resource, element })) : []),
  ]
}

function readBody(text: string, headers: Record<string, string>): unknown {
  return /^application\/json/i.test(headers['content-type'] ?? '')
    ? JSON.parse(text.replace(/^\ufeff/, ''))
    : text
}

function toDecodable(path: string): string {
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
