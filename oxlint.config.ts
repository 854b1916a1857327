import type { OxlintConfig } from 'oxlint'

type Pattern = { regex?: string; group?: string[]; message: string }

const borders = {
  domain: {
    regex: '(^|/)domain/',
    message: 'Import the shared code as #domain/….ts, as site and studio do.',
  },
  postgres: {
    regex: '^postgres$',
    message:
      'SQL belongs in queries.ts and *-queries.ts, connections in api/database: call a query function, and take the type Database from database/open.ts.',
  },
  react: {
    regex: '^(react|react-dom|@nanostores/react)(/|$)',
    message: 'Stores and lib must not depend on React: put components and hooks into site/islands.',
  },
} satisfies Record<string, Pattern>

function banFolders(names: string[], message: string): Pattern {
  return { regex: `(^|/)\\.\\./(${names.join('|')})(/|$)`, message }
}

const site = banFolders(
  ['api', 'studio'],
  'The site shares only the code of api/domain: import it as #domain/….ts, and read everything else over /api.',
)
const api = banFolders(
  ['site', 'studio'],
  'The api uses the site only as a bundle that the publisher renders: share code through api/domain, imported as #domain/….ts.',
)

/** A later override replaces an earlier one for the same file, so each lists all its patterns. */
function restrict(
  files: string | string[],
  ...patterns: Pattern[]
): NonNullable<OxlintConfig['overrides']>[number] {
  return { files: [files].flat(), rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/**
 * The folders of the api, lowest first: each imports only those before it. The desk uses the listings, so it is a layer
 * of its own.
 */
const apiFolders = [
  'runtime',
  'http',
  'database',
  'html',
  'answers',
  'moderation',
  'listings',
  'events',
  'moderation/desk',
  'personal',
  'search',
  'feeds',
  'discovery',
  'content',
  'import',
  'publishing',
  'backup',
  'cards',
  'pages',
  'suggestions',
  'description',
]

const queries = ['queries.ts', '*-queries.ts']

function restrictApiFolder(folder: string, index: number) {
  const above = [...apiFolders.slice(index + 1), 'cli', '(app|health|metrics|run|server)\\.ts']
  const order = banFolders(above, `Imports go down. The order of the folders: ${apiFolders.join(', ')}.`)
  const noHono = {
    regex: '^(hono|@hono/.*)(/|$)',
    message: 'This code must not depend on HTTP: routes read the request and write the answer.',
  }
  const knowsHttp = !['runtime', 'database', 'html'].includes(folder)
  const common = [api, borders.domain, order, ...(knowsHttp ? [] : [noHono])]
  const noMiddleware = banFolders(['http', 'answers'], noHono.message)
  if (folder === 'database') return [restrict('api/database/**', ...common, noMiddleware)]
  return [
    restrict(`api/${folder}/**`, ...common, borders.postgres),
    restrict(
      queries.map((name) => `api/${folder}/**/${name}`),
      ...common,
      noHono,
      noMiddleware,
    ),
  ]
}

const upwards = 'Imports go down: pages → islands → stores → lib.'

export default {
  plugins: ['typescript', 'unicorn', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['.astro', '.build', '.sanity', 'dist'],
  rules: {
    'eslint/no-console': 'error',
    'eslint/no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    'eslint/no-underscore-dangle': 'off',
    'eslint/no-unmodified-loop-condition': 'off',
    'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'jsx-a11y/control-has-associated-label': ['error', { ignoreElements: ['td'] }],
    'jsx-a11y/no-noninteractive-element-to-interactive-role': [
      'error',
      { table: ['grid'], td: ['gridcell'] },
    ],
    'jsx-a11y/prefer-tag-over-role': 'off',
    'react/incompatible-library': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'fc.assert'] }],
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
  },
  overrides: [
    restrict('site/**', site),
    restrict(
      'site/stores/**',
      site,
      borders.react,
      banFolders(['islands', 'pages', 'layouts', 'components'], upwards),
    ),
    restrict(
      'site/lib/**',
      site,
      borders.react,
      banFolders(['stores', 'islands', 'pages', 'layouts', 'components'], upwards),
    ),
    restrict(
      'studio/**',
      banFolders(
        ['api', 'site'],
        'The studio shares only the code of api/domain: import it as #domain/….ts.',
      ),
      {
        regex: '(^|/)lake/',
        message: 'The Studio uses the local Content Lake only over its HTTP API, like the hosted one.',
      },
    ),
    restrict('studio/lake/**', {
      regex:
        '^\\.\\./\\.\\./|^\\.\\./(api|site|schema|structure|components|local|fields)(/|$)|^#domain/|^sanity(/|$)',
      message: 'The local Content Lake is a separate package and must not depend on this product.',
    }),
    restrict('api/**', api, borders.domain, borders.postgres),
    ...apiFolders.flatMap(restrictApiFolder),
    restrict('api/cli/**/queries.ts', api, borders.domain),
    restrict('api/domain/**', {
      group: ['*', '!zod', '!zod/*', '!date-fns-tz/fromZonedTime', '!\\#domain/**'],
      message:
        'The domain runs in the browser and in Node: it imports only zod, date-fns-tz/fromZonedTime (the index loads 300 more modules) and #domain/….ts.',
    }),
    restrict('api/domain/in-language.ts', {
      group: ['*', '!node:async_hooks', '!\\#domain/**'],
      message:
        "Only servers load this file (the API and the site's renderer): it may import node:async_hooks and #domain/….ts only.",
    }),
    restrict('api/domain/listings/catalogue.ts', {
      regex: '.',
      message: 'The catalogue imports nothing, so that no page ships zod for it.',
    }),
    {
      files: [
        '**/*.test.ts',
        '**/test-support/**',
        'studio/lake/proof/**',
        'api/tests/**',
        'studio/e2e/**',
        'api/runtime/postgres-errors.ts',
      ],
      rules: { 'no-restricted-imports': 'off', 'vitest/no-conditional-tests': 'off' },
    },
    {
      files: [
        '**/*.config.ts',
        '*.config.mjs',
        '*.config.ts',
        'sanity.cli.ts',
        'sanity.config.ts',
        'api/tests/postgres.ts',
        'site/e2e/**',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['site/e2e/**', '.ci/**', 'api/bench/**'], rules: { 'no-console': 'off' } },
  ],
} satisfies OxlintConfig
