import { SmallButton } from './SmallButton.tsx'

/** Opens a page of the site in a new tab. */
export function PageLink({ href }: { href: string }) {
  return <SmallButton as="a" href={href} mode="bleed" rel="noreferrer" target="_blank" text="See the page" />
}
