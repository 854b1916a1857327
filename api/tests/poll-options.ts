/** How long tests poll for a result. Generous, because a busy machine is slow, not wrong. */
export const pollOptions = { timeout: 60_000 }
