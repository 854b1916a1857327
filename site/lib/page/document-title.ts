import { formatTitle } from '#domain/pages/page-head.ts'

export function setDocumentTitle(title: string): void {
  const product = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content
  document.title = product ? formatTitle(title, product) : title
}
