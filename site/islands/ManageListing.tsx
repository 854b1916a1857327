import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { OwnListing } from '#domain/listing.ts'
import { $linkFault, $managed, takeManageLink } from '../stores/manage.ts'
import { ManagePanel } from './ManagePanel.tsx'

type ManageListingProps = {
  onChange: (listing: OwnListing) => void
  /** For readers without scripts: the panel takes its place. */
  form: Element | null
}

export function ManageListing({ onChange, form }: ManageListingProps) {
  const isManaged = useStore($managed) !== undefined
  const fault = useStore($linkFault)

  useEffect(() => {
    const take = () => void takeManageLink()
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  useEffect(() => {
    if (!isManaged || !form) return undefined
    const after = form.previousElementSibling
    form.remove()
    return () => after?.after(form)
  }, [isManaged, form])

  return (
    <>
      {fault && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {isManaged && <ManagePanel onChange={onChange} />}
    </>
  )
}
