/** For a reader who comes by the form. One who comes back, or reloads, stays where they were. */
export function focusResults(heading: HTMLElement | null): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'navigate' || !heading) return
  heading.focus({ preventScroll: true })
  const isFarDown = heading.getBoundingClientRect().top > window.innerHeight / 2
  if (isFarDown) heading.scrollIntoView({ block: 'start' })
}
