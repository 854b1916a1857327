import { createApp } from 'astro/app/entrypoint'

const app = createApp({ streaming: false })

/**
 * The whole document of a path, as the publisher writes it into a release. `siteUrl` is the origin of absolute
 * links. A path that no page has gives the not-found page.
 */
export async function render(path: string, { siteUrl }: { siteUrl: string }): Promise<string> {
  const response = await app.render(new Request(new URL(path, siteUrl)))
  return response.text()
}
