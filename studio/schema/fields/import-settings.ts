export function checkZone(zone: string | undefined): true | string {
  if (zone === undefined) return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone }).format()
    return true
  } catch {
    return 'There is no such time zone: write one such as America/New_York'
  }
}

export function checkAddress(
  isHourly: boolean | undefined,
  { document }: { document?: Record<string, unknown> | undefined },
): true | string {
  return !isHourly || document?.['address'] !== undefined || 'Only an address can be imported every hour'
}
