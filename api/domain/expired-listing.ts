/** What a page says of a listing that has expired; the server and the island say the same. */
export const expiredWords = {
  title: 'this listing has expired',
  shownUntil: (date: string) => `it was shown until ${date}.`,
}
