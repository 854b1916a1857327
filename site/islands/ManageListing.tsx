import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import { $linkFault, $managed, takeManageLink } from '../stores/manage.ts'

/** What a listing's page offers to whoever may change it. Everybody else loads none of it. */
export function ManageListing() {
  const managed = useStore($managed)
  const fault = useStore($linkFault)
  const [Panel, setPanel] = useState<ComponentType>()

  useEffect(() => {
    const take = () => void takeManageLink()
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  useEffect(() => {
    if (!managed || Panel) return
    import('./ManagePanel.tsx').then(
      ({ ManagePanel }) => setPanel(() => ManagePanel),
      () => {}, // Offline: the link is remembered, and the next visit finds it.
    )
  }, [managed, Panel])

  return (
    <>
      {fault && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {managed && Panel && <Panel />}
    </>
  )
}
