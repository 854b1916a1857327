/**
 * Links to other languages lead to the address as it is when they are followed: scripts change its query. The address of a
 * preview, or of a refused form, is not that of its page. Inlined into layouts/Board.astro: it may use only its argument.
 */
export function keepAddressInLanguages(languages: readonly string[]): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
    const { pathname, search, hash } = window.location
    if (!link || pathname.startsWith('/api/')) return
    const [, first = ''] = pathname.split('/')
    const path = languages.includes(first) ? pathname.slice(first.length + 1) : pathname
    const translated = link.hreflang === 'en' ? path : `/${link.hreflang}${path === '/' ? '' : path}`
    link.href = (translated || '/') + search + hash
  })
}
