import { formatTitle } from '#domain/page-head.ts'

/** Names the page in the browser's tab as the pages themselves do, with the product's name after it. */
export function setDocumentTitle(title: string): void {
  const product = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content
  document.title = product ? formatTitle(title, product) : title
}
