/**
 * The pages of a release: the path that the bundle is asked for and the file that it becomes. A dynamic route has
 * one shell for all of its paths, so any path of the route's form does (`shell`); `route` is that form, where it is
 * not the path itself.
 */
export const pages = [
  { path: '/', file: 'index.html' },
  { path: '/about', file: 'about.html' },
  { path: '/apply', file: 'apply.html' },
  { path: '/mentors', file: 'mentors.html' },
  { path: '/sponsors', file: 'sponsors.html' },
  { path: '/team', file: 'team.html' },
  { path: '/contact', file: 'contact.html' },
  { path: '/post', file: 'post.html' },
  { path: '/category/shell/shell', file: 'category.html', route: /^\/category\/[^/]+(\/[^/]+)?$/ },
  { path: '/listing/shell', file: 'listing.html', route: /^\/listing\/[^/]+$/ },
  { path: '/events/shell', file: 'events.html', route: /^\/events(\/[^/]+)?$/ },
  { path: '/event/shell', file: 'event.html', route: /^\/event\/[^/]+$/ },
  { path: '/404', file: '404.html' },
] as const

export type PageFile = (typeof pages)[number]['file']
