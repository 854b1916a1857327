// One file in the browser: the home page loads all of them.
export { default } from '@astrojs/react/client.js' // oxlint-disable-line no-default-export -- See site/bundle.ts.
export { HomeCalendar } from './calendar/HomeCalendar.tsx'
export { HomeResults } from './search/HomeResults.tsx'
export { SearchBox } from './search/SearchBox.tsx'
