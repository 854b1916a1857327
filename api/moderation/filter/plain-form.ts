/** Undoes styled letters, accents and invisible characters; adds a copy without spelling-out and digits for letters. */
export function toPlainForm(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
  const undisguised = plain
    .replace(spelledOut, (letters) => letters.replace(/[ _.-]/g, ''))
    .replace(digitsInWords, (character) => letterOf[character] ?? '')
  return undisguised === plain ? plain : `${plain}\n${undisguised}`
}

/** Words of five letters or more, like `h a c k e r` or `h_a_c_k_e_r`. */
const spelledOut = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][ _.-]){4,40}[\p{L}\p{N}](?![\p{L}\p{N}])/gu

export function isSpelledOut(text: string): boolean {
  return text.search(spelledOut) >= 0
}

const letterOf: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', $: 's', '*': '' }

/** Between two letters only, so that addresses and amounts stay as they are. */
const digitsInWords = /(?<=\p{L})[01345$*](?=\p{L})/gu
