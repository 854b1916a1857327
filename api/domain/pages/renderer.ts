import type { ContentSettings } from '#domain/content/content-settings.ts'
import type { Language } from '#domain/language.ts'
import type { PageView } from '#domain/pages/page-view.ts'

export type RenderSettings = {
  /** Origin of absolute links. */
  siteUrl: string
  content: ContentSettings
}

/** By id. */
export type Documents = ReadonlyMap<string, unknown>

/** `reads`: a digest of each part of the content that was read, by its name. */
export type RenderedPage = { status: number; body: Uint8Array; reads: Record<string, string> }

/** Reads each part of the content once. */
export type Renderer = {
  /** An unknown path renders the not-found page. Rejects with the reason if the content makes no complete page. */
  render: (path: string, language: Language, view?: PageView) => Promise<RenderedPage>
  readDigest: (part: string) => Promise<string | undefined>
  listDocuments: () => Promise<Documents>
}

/** `known` documents are not read again. */
export type CreateRenderer = (settings: RenderSettings & { known?: Documents | undefined }) => Renderer
