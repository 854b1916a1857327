import type { Context } from 'hono'

/** A switch of the address: `?name=true`, `?name=false`, else what holds without it. */
export function readFlag(c: Context, name: string, otherwise: boolean): boolean {
  const value = c.req.query(name)
  return value === undefined ? otherwise : value !== 'false' && value !== '0'
}
