/** How long a test waits for what will come: a busy machine is slow, not wrong. */
export const soon = { timeout: 60_000 }
