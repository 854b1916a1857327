/** Other programs round: they write a latitude of 90.00000000000001, or 12.000000000000002 for a count. */
const roundingError = 1e-6

/** The nearest number of a range, or the number itself if that differs by more than a rounding error. */
export function clampNear(value: number, least: number, most: number): number {
  const nearest = Math.min(Math.max(value, least), most)
  return Math.abs(nearest - value) <= roundingError ? nearest : value
}

/** The number with so many decimals, or the number itself if that differs by more than a rounding error. */
export function roundNear(value: number, decimals = 0): number {
  const rounded = Number(value.toFixed(decimals))
  return clampNear(value, rounded, rounded)
}
