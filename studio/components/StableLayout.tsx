import { type LayoutProps, useFeatureEnabled } from 'sanity'
import { Loading } from './Loading.tsx'

/**
 * Shows the Studio once it knows its project's features. Once it does, and comments are not among them, sanity 6.16 wraps
 * its layout in an offer of comments and mounts everything again, which would lose what was typed before.
 */
export function StableLayout(props: LayoutProps) {
  const { isLoading } = useFeatureEnabled('studioComments')
  return isLoading ? <Loading /> : props.renderDefault(props)
}
