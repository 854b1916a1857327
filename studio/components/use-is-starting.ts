import { useFeatureEnabled } from 'sanity'

/**
 * Whether the Studio does not know its project's features yet. Once it does, and comments are not among them, sanity 6.16
 * wraps its layout in an offer of comments and mounts every tool again, which would lose what was typed before.
 */
export function useIsStarting(): boolean {
  return useFeatureEnabled('studioComments').isLoading
}
