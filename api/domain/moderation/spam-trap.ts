/** The forms' spam trap: a honeypot field that people do not see, and the seconds since the form was opened. */
export type SpamTrap = { isFilled: boolean; seconds: number | undefined }

/** Separates the trap from the other fields. A body that is not an object is returned unchanged. */
export function extractSpamTrap(body: unknown): { trap: SpamTrap; fields: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { trap: { isFilled: false, seconds: undefined }, fields: body }
  const { leaveEmpty = '', seconds, ...fields } = body as Record<string, unknown>
  const counted = seconds === undefined || seconds === '' ? NaN : Number(seconds)
  return {
    trap: { isFilled: leaveEmpty !== '', seconds: Number.isFinite(counted) ? counted : undefined },
    fields,
  }
}
