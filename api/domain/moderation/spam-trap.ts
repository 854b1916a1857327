/** The forms' spam trap: a honeypot field that people do not see, and the seconds since the form was opened. */
export type SpamTrap = { isFilled: boolean; seconds: number | undefined }

/** Headers in which scripts send the trap. Forms without scripts send fields. */
export const trapHeaders = { leaveEmpty: 'form-trap', seconds: 'form-seconds' } as const

/** Separates the trap from the other fields. A body that is not an object is returned unchanged. */
export function extractSpamTrap(
  body: unknown,
  headers: Record<string, string | undefined> = {},
): { trap: SpamTrap; fields: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { trap: { isFilled: false, seconds: undefined }, fields: body }
  const {
    leaveEmpty = headers[trapHeaders.leaveEmpty] ?? '',
    seconds = headers[trapHeaders.seconds],
    ...fields
  } = body as Record<string, unknown>
  const counted =
    typeof seconds === 'number' || (typeof seconds === 'string' && seconds !== '') ? Number(seconds) : NaN
  return {
    trap: { isFilled: leaveEmpty !== '', seconds: Number.isFinite(counted) ? counted : undefined },
    fields,
  }
}
