/** Pages load this file, so it imports nothing. */

/** Why a visitor reports something, and why the team removes it. */
export const reportReasons = ['scam', 'wrong-category', 'illegal', 'personal-data', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const maxReportText = 1_000
export const maxDispute = 1_000
