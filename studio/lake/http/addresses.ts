import { BlockList, isIP, isIPv4 } from 'node:net'
import * as z from 'zod'

export function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.')
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host === '::1'
}

/** Addresses and ranges, separated by commas, and this machine's own. */
export const proxiesSchema = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
  .transform((parts) => {
    const proxies = new BlockList()
    for (const part of ['127.0.0.0/8', '::1', ...parts]) {
      const [address = '', bits] = part.split('/')
      if (isIPv4(address)) proxies.addSubnet(address, Number(bits ?? 32), 'ipv4')
      else proxies.addSubnet(address, Number(bits ?? 128), 'ipv6')
    }
    return proxies
  })

export function isProxy(proxies: BlockList, address = ''): boolean {
  return isIP(address) !== 0 && proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}
