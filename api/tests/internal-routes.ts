/** Registered routes that are not described, and why. */
export const internalRoutes = {
  'GET /api/preview': 'a page that the Studio links to',
  'GET /api/preview/shared': 'a page that the Studio links to',
  'GET /api/preview/images/*': 'a part of such a page',
  'GET /api/preview/changes': 'a part of such a page',
  'POST /api/hooks/content': 'for the webhooks of Sanity, which content/webhook.ts configures',
}
