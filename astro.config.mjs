import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

/**
 * Our own adapter: the server bundle is one module (site/bundle.ts), with which the publisher (api/publishing) renders
 * every page. Astro's own server never runs, so no other adapter features are needed.
 */
const pageBundle = {
  name: 'page-bundle',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'afterpaint', entrypoint: './site/lib/page/after-paint-directive.ts' }),
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'page-bundle',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./site/bundle.ts', import.meta.url),
        supportedAstroFeatures: { serverOutput: 'stable', staticOutput: 'unsupported' },
        adapterFeatures: { buildOutput: 'server' },
      }),
  },
}

/**
 * React and the stores are two files, which compress better than the eight that the bundler would make. `page`: modules
 * that nearly every page with a script loads, in one file, so that fewer requests compete with the first paint.
 */
const clientChunks = [
  {
    name: 'page',
    test: /api\/domain\/language\.ts|site\/lib\/(listings\/(city|manage-keys)|page\/(document-title|path)|search\/search)\.ts|vite\/preload-helper/,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\// },
  { name: 'stores', test: /node_modules\/nanostores\// },
]

export default defineConfig({
  adapter: pageBundle,
  build: { inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  integrations: [react()],
  output: 'server',
  outDir: './.build/site',
  publicDir: './site/public',
  scopedStyleStrategy: 'where',
  // The API checks the origin of forms itself, and no Astro page accepts a form.
  security: { checkOrigin: false },
  server: { host: '127.0.0.1' },
  srcDir: './site',
  trailingSlash: 'never',
  vite: {
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } } } },
    },
  },
})
