export function bearer(token: string): { Authorization: string } {
  return { Authorization: `Bearer ${token}` }
}
