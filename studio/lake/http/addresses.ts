import { BlockList, isIP } from 'node:net'

export function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.')
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host === '::1'
}

/** Addresses and ranges, separated by commas, and this machine's own. Undefined if one of them is malformed. */
export function readProxies(text: string): BlockList | undefined {
  const proxies = new BlockList()
  for (const part of ['127.0.0.0/8', '::1', ...text.split(',').map((each) => each.trim())]) {
    const [address = '', bits] = part.split('/')
    if (part === '') continue
    const family = isIP(address)
    if (family === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined
    try {
      proxies.addSubnet(address, Number(bits ?? (family === 4 ? 32 : 128)), `ipv${family as 4 | 6}`)
    } catch {
      return undefined
    }
  }
  return proxies
}

export function isProxy(proxies: BlockList, address = ''): boolean {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, `ipv${family as 4 | 6}`)
}
