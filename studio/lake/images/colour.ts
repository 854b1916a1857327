/** Reads `rgb`, `rrggbb` or `aarrggbb` in hexadecimal digits, as `bg` has them. `alpha` is 0 to 1. */
export function parseColour(text: string): { r: number; g: number; b: number; alpha: number } {
  const digits = text.length === 3 ? text.replaceAll(/./g, '$&$&') : text
  const [alpha = 255, r = 0, g = 0, b = 0] = digits
    .padStart(8, 'f')
    .match(/../g)!
    .map((pair) => Number.parseInt(pair, 16))
  return { r, g, b, alpha: alpha / 255 }
}
