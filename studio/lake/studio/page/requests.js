// Loaded by the Studio's page before the Studio, which may be built for the hosted service: sends its requests to the
// lake that serves the page.

import { fetchStream } from './fetch-stream.js'
import { sendChange } from './send-changes.js'

/** Where the lake serves this page: '' or a path such as '/studio'. */
const basePath = globalThis.document ? new URL('..', import.meta.url).pathname.slice(0, -1) : ''

/**
 * Sanity's other services, which the page's policy would block, with the empty responses that replace theirs.
 *
 * @type {readonly [address: string, answer: () => Response][]}
 */
const otherServices = [
  ['https://sanity-cdn.com/v1/modules/', () => Response.json({})],
  ['https://api.sanity.io/vX/intake/', () => new Response(null, { status: 503 })],
]

/**
 * The address at the lake. Clients also send requests to the project's host name under the lake's,
 * http://<project>.localhost:3333, which not every browser resolves, and the addresses of images and files are those of
 * the lake on its own machine.
 *
 * @param {string} address
 */
function toLake(address) {
  const { host, origin } = globalThis.location
  const [, scheme = '', givenHost = '', rest = ''] = /^(https?|wss?):\/\/([^/]+)(.*)$/.exec(address) ?? []
  const isHosted = /^(?:[\w-]+\.)?(?:api|apicdn|cdn)\.sanity\.io$/.test(givenHost)
  const isAsset = /^localhost:\d+$/.test(givenHost) && /^\/(?:images|files)\//.test(rest)
  if (!isHosted && !isAsset && !givenHost.endsWith(`.${host}`)) return address
  return (scheme.startsWith('ws') ? origin.replace('http', 'ws') : origin) + basePath + rest
}

/** Each further call of `reload` would cancel the one before. */
let isReloading = false
let isSigningOut = false

/**
 * @param {typeof globalThis.fetch} fetch
 * @returns {typeof globalThis.fetch}
 */
export function redirectFetch(fetch) {
  return async (input, init) => {
    const given = input instanceof Request ? input.url : String(input)
    const [, answer] = otherServices.find(([prefix]) => given.startsWith(prefix)) ?? []
    if (answer) return answer()
    const address = toLake(given)
    if (/\/auth\/logout\b/.test(address)) isSigningOut = true
    const [, endpoint] = /\/v[^/]+\/data\/(listen|mutate|actions)\//.exec(address) ?? []
    if (endpoint === 'listen') return fetchStream(address, init)
    const request = input instanceof Request && address !== given ? new Request(address, input) : input
    const response = await (endpoint && init
      ? sendChange(fetch, address, init)
      : fetch(request instanceof Request ? request : address, init))
    // The session has ended: the reloaded page is the one where people sign in. A request without the cookie says nothing
    // about it: after each lost request the Studio sends one to /check/cors.
    const { location } = globalThis
    if (
      response.status === 401 &&
      init?.credentials !== 'omit' &&
      new URL(address, location.href).origin === location.origin &&
      !isReloading
    ) {
      isReloading = true
      if (!isSigningOut) sessionStorage.setItem('signedOut', 'yes')
      location.reload()
    }
    return response
  }
}

function redirectRequests() {
  const { fetch, WebSocket } = globalThis
  globalThis.fetch = redirectFetch(fetch)
  globalThis.WebSocket = class extends WebSocket {
    /** @param {string | URL} address @param {string | string[]} [protocols] */
    constructor(address, protocols) {
      super(toLake(String(address)), protocols)
    }
  }
  // Without it, clients use an implementation that calls `fetch`.
  Reflect.deleteProperty(globalThis, 'EventSource')
  const { open } = XMLHttpRequest.prototype
  /** @param {string} method @param {string | URL} address @param {[boolean]} rest */
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    return open.call(this, method, toLake(String(address)), ...rest)
  }
  const sendBeacon = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (address, data) => sendBeacon(toLake(String(address)), data)
  // React sets both the attribute and the property.
  const { setAttribute } = Element.prototype
  HTMLImageElement.prototype.setAttribute = function (name, value) {
    setAttribute.call(this, name, name === 'src' ? toLake(value) : value)
  }
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    ...Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src'),
    /** @param {string} value */
    set(value) {
      this.setAttribute('src', value)
    },
  })
}

if (globalThis.document) redirectRequests()
