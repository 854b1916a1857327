/** Whether a text has the form of a manage token: 256 bits in base64url. */
export function isManageToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** The page of a listing for whoever may change it. What stands after `#` is sent to no server. */
export function managePath({ id, token }: { id: string; token: string }): string {
  return `/listing/${id}#manage=${token}`
}

/** Reads the token out of an address' fragment, `#` and all. */
export function readManageFragment(fragment: string): string | undefined {
  const token = /^#manage=([\w-]+)$/.exec(fragment)?.[1]
  return token !== undefined && isManageToken(token) ? token : undefined
}
