/** Inlined into components/EventsNotice.astro, before the first paint: it may use only its arguments. */
export function showCityEarly(names: Record<string, string>, rememberedKey: string): void {
  const root = document.documentElement
  const query = new URLSearchParams(window.location.search)
  if (query.get('q')?.trim()) root.dataset['searched'] = ''
  let city = query.get('city')?.toUpperCase() ?? ''
  try {
    if (!Object.hasOwn(names, city)) city = localStorage.getItem(rememberedKey) ?? ''
  } catch {
    // Storage is switched off: there is the address alone.
  }
  if (!Object.hasOwn(names, city)) return
  root.dataset['chosenCity'] = city
  const heading = document.querySelector('[data-city-name]')
  if (heading) heading.textContent = names[city] ?? ''
  for (const link of document.querySelectorAll<HTMLElement>('a[data-city]')) {
    if (link.dataset['city'] === city) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
  const notice = document.querySelector<HTMLElement>('[data-events-notice]')
  if (notice) notice.hidden = city === Object.keys(names)[0]
}

/** Inlined into pages/index.astro, so that the links are right before any other script has arrived. */
export function addCityToLinks(): void {
  const { chosenCity } = document.documentElement.dataset
  if (chosenCity === undefined) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-carries-city]'))
    link.setAttribute('href', `${link.pathname}?city=${chosenCity}`)
}
