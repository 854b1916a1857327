const foreignFont = /@font-face\s*\{[^}]*url\(\s*["']?(?:https?:)?\/\/[^}]*\}/gi

/** Styles without the fonts of other hosts, which the page's policy would block with an error in the console. */
export function removeForeignFonts(css: string): string {
  return css.replaceAll(foreignFont, '')
}
