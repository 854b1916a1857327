/**
 * Folds the programme's strip for a reader who has seen it on an earlier visit. Inlined after the strip, so that it runs
 * before the first paint: it may use nothing from outside.
 */
export function foldStripOnReturn(): void {
  try {
    if (localStorage.getItem('programme-seen') && !sessionStorage.getItem('programme-seen'))
      document.querySelector<HTMLElement>('[data-strip]')?.setAttribute('data-folded', '')
    else {
      localStorage.setItem('programme-seen', 'yes')
      sessionStorage.setItem('programme-seen', 'yes')
    }
  } catch {
    // Storage is full or switched off: the strip stays whole.
  }
}
