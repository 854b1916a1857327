/** What the forms have for machines: a field that people do not see, and the seconds since the form was opened. */
export type Trap = { isFilled: boolean; seconds: number | undefined }

/** Parts the form's trap from the listing. A body that is no object comes out as it is. */
export function takeTrap(body: unknown): { trap: Trap; fields: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { trap: { isFilled: false, seconds: undefined }, fields: body }
  const { leaveEmpty = '', seconds, ...fields } = body as Record<string, unknown>
  const counted = seconds === undefined || seconds === '' ? NaN : Number(seconds)
  return {
    trap: { isFilled: leaveEmpty !== '', seconds: Number.isFinite(counted) ? counted : undefined },
    fields,
  }
}
