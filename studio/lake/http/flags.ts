import type { Context } from 'hono'

/** A switch of the address: `?name=true`, `?name=false`, else what holds without it. */
export function readFlag(c: Context, name: string, otherwise: boolean): boolean {
  return isSwitchedOn(c.req.query(name), otherwise)
}

/** The same of a value that was read elsewhere. */
export function isSwitchedOn(value: string | null | undefined, otherwise: boolean): boolean {
  return value === undefined || value === null ? otherwise : value !== 'false' && value !== '0'
}
