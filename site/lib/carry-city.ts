/** Inlined into pages/index.astro, so that the links are right before any other script has arrived. */
export function carryCity(): void {
  const { chosenCity } = document.documentElement.dataset
  if (chosenCity === undefined) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-carries-city]'))
    link.setAttribute('href', `${link.pathname}?city=${chosenCity}`)
}
