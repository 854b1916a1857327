/**
 * Turns what stands above it to the city that the reader chose, and keeps room for the results of a search, before the
 * page is painted. The page comes with the first city. Its source is written into the page
 * (components/EventsNotice.astro), so that it may use nothing but its arguments: the cities' names by their letters, the
 * first of them the one that has the events, and the key under which `rememberCity` keeps a choice.
 */
export function showEarly(names: Record<string, string>, rememberedKey: string): void {
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
