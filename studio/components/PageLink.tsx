import { SmallButton } from './SmallButton.tsx'

export function PageLink({ href }: { href: string }) {
  return <SmallButton as="a" href={href} mode="bleed" rel="noreferrer" target="_blank" text="See the page" />
}
