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
 * Modules that pages load together, in one file each: at most 8 scripts per page (api/publishing/script-budget.test.ts).
 * A group also takes what its modules import, unless an earlier group has it. `page` and `stars` must not import
 * React: pages without an island load them.
 */
const clientChunks = [
  {
    // Every page with a script.
    name: 'page',
    test: /domain\/(language|uuid|listings\/manage-token)\.ts|lib\/(listings\/manage-keys|page\/(path|scroll-restoration|storage))\.ts|preload-helper|node_modules\/nanostores\/(atom|computed|lifecycle|map|task)\//,
  },
  // Pages with stars.
  { name: 'stars', test: /stores\/(starred|shared-value)\.ts|lib\/events\/stars|star-button/ },
  {
    // Every page with an island.
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\/|components\/(use-is-scripted|Field)\.ts/,
  },
  // Forms with a draft and a summary of faults. After React, on which they depend.
  { name: 'draft', test: /lib\/(draft|list-faults)|components\/FaultSummary/ },
  {
    // Every page with an island, except for /apply.
    name: 'common',
    test: /domain\/(pacific|clean-text|listings\/(catalogue|names))\.ts|components\/(LanguageField|Honeypot)|lib\/(listings\/city|search\/search)\.ts/,
  },
  {
    // Every page with an island, except for those with a form.
    name: 'lists',
    test: /domain\/(events\/(when|event-days)|pages\/(page-head|summarize)|moderation\/reasons)\.ts|lib\/(api|bearer|listings\/backup-code|page\/document-title)\.ts|stores\/today|components\/(TryAgain|events\/(EventName|DayEvents))|islands\/(CopyButton|BackupCode)/,
  },
  {
    // Lists of events, and what a static host loads from the API.
    name: 'events',
    test: /domain\/(feeds|events\/(event|event-filters|calendar-links))\.ts|components\/(Unavailable|events\/(EventDays|EventRow|Star))\.tsx|lay-out-rows|nanoquery|nanoevents|stores\/(query|send-stars)/,
  },
  {
    // Forms of listings, and listings.
    name: 'listings',
    test: /domain\/listings\/(complete-pay|details|find-links|listing-age|written-pay)|components\/listings\/(DetailFields|DetailList|describe-details|LinkedText|ListingArticle|ListingControl|ListingFields|PostPreview)|listing-form/,
  },
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
