const lettersOf = (scripts: string) =>
  `[${scripts
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('')}]`
/** Scripts that shape letters with joiners (Unicode Standard, section 23.2). In Hebrew, CGJ orders points. */
const joiningLetters = lettersOf(
  'Arabic Balinese Bengali Devanagari Gujarati Gurmukhi Hebrew Javanese Kannada Khmer Malayalam Mongolian Myanmar Nko Oriya Sinhala Syriac Tamil Telugu Tibetan',
)
/** Scripts without spaces, in which U+200B ends a word. */
const unspacedLetters = lettersOf('Javanese Khmer Lao Myanmar Tai_Tham Thai')

/** Invisible characters that shape what is visible, each with its neighbors. */
const shaping = [
  String.raw`(?<=(?![\p{DI}\p{N}\p{P}\p{Z}])${joiningLetters})[\u034f\u200c\u200d](?!\p{DI})`,
  String.raw`(?<=(?!\p{DI})${unspacedLetters})\u200b(?=(?!\p{DI})${unspacedLetters})`,
  // Emoji and other symbols: `👩🏽‍🚀`, `❤️`, `1️⃣` and the flags made of tags.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=(?!\u2800)[\p{S}\p{Extended_Pictographic}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}])[\ufe00-\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{1,16}\u{e007f}`,
  String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=(?!\p{DI})\p{Script=Mongolian})[\u180b-\u180f]`,
  // Fillers for the missing letters of an old Hangul syllable.
  String.raw`\u115f(?=[\u1161-\u11a7])|(?<=[\u1100-\u115e])\u1160(?=[\u11a8-\u11ff])`,
].join('|')
/** Direction marks, which only matter beside letters that are written from right to left. */
const directing = String.raw`[\u061c\u200e\u200f]`
/** What is cut off both ends of a text. */
const enclosing = new Set('\n\t \u061c\u200e\u200f')
const rightToLeft = /(?=\p{L})[\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}]/u

/** Invisible characters but for those that `kept` matches. Made when needed: it would delay the first script of each page. */
function makeInvisible(kept: string): RegExp {
  return new RegExp(`(?<kept>${kept})|[\\p{DI}\\ufff9-\\ufffb]`, 'gu')
}
let [invisible, invisibleBesideMarks]: RegExp[] = []

/** Control characters that break no line, and halves of a surrogate pair. */
const unstorable = /(?![\t\n\v\f\r\u0085])[\p{Cc}\p{Cs}]/gu
/** U+000B and U+000C, which Word and PowerPoint write for a break within a paragraph, NEL, and the two separators of Unicode. */
const otherBreaks = /[\v\f\u0085\u2028\u2029]/g
/** A blank Braille cell is a space, except within Braille. */
const spaces = /\p{Zs}|(?<![\u2801-\u28ff])\u2800(?![\u2801-\u28ff])/gu

/**
 * Removes what nobody sees, so that equal texts compare equal: invisible characters that neither separate nor shape
 * anything, spaces around the text, and in one line repeated spaces. All spaces become U+0020 and all line breaks LF;
 * in one line, a tab and every break but LF become a space. Idempotent and linear.
 */
export function cleanText(text: string, lines: 'one' | 'many'): string {
  const broken = text
    .replace(unstorable, '')
    .replace(/\r\n?/g, '\n')
    .replace(otherBreaks, lines === 'one' ? ' ' : '\n')
  // Fast path for plain ASCII, which is nearly every text.
  const visible = /^[\n\t\x20-\x7e]*$/.test(broken) ? broken : removeInvisible(broken)
  return trim(lines === 'one' ? visible.replace(/[\t ]+/g, ' ') : visible)
}

function removeInvisible(text: string): string {
  const pattern = rightToLeft.test(text)
    ? (invisibleBesideMarks ??= makeInvisible(`${shaping}|${directing}`))
    : (invisible ??= makeInvisible(shaping))
  return text.replace(pattern, '$<kept>').replace(spaces, ' ')
}

function trim(text: string): string {
  let [start, end] = [0, text.length]
  while (enclosing.has(text[start] ?? '')) start++
  while (end > start && enclosing.has(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}
