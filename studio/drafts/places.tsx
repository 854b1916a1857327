import { EditIcon } from '@sanity/icons/Edit'
import { Box } from '@sanity/ui'
import type { DocumentActionComponent, SanityDocument } from 'sanity'
import { usePaneRouter } from 'sanity/structure'
import { useActionDialog } from '../components/use-action-dialog.ts'
import { DraftList, nameDraft } from './DraftList.tsx'
import type { Scope } from './use-drafts.ts'

const everything: Scope = { filter: 'true', params: {} }
/** Suggestions of visitors that were never published. */
const suggestions: Scope = {
  filter: 'defined(suggested) && !defined(*[_id == string::split(^._id, "drafts.")[1]][0]._id)',
  params: {},
}

export const ofSource = (source: string): Scope => ({
  filter: 'imported.source == $source',
  params: { source },
})

/** The lists in the menu of the structure. A draft opens beside them. */
export const DraftsPane = () => <Pane scope={everything} />
export const SuggestionsPane = () => <Pane scope={suggestions} />

function Pane({ scope }: { scope: Scope }) {
  const { ChildLink } = usePaneRouter()
  return (
    <Box height="fill" overflow="auto" padding={4}>
      <DraftList
        scope={scope}
        renderLink={(draft) => <ChildLink childId={draft.id}>{nameDraft(draft)}</ChildLink>}
      />
    </Box>
  )
}

export const sourceDrafts = draftsAction('Drafts of this source…', ({ _id }) => ofSource(_id))

export const seriesDrafts = draftsAction('Drafts of the series…', ({ series }) =>
  typeof series === 'string' ? { filter: 'series == $series', params: { series } } : undefined,
)

/** An action of a document that opens the drafts that belong to it, all of them selected. */
function draftsAction(
  label: string,
  findScope: (document: SanityDocument) => Scope | undefined,
): DocumentActionComponent {
  return function useDraftsAction({ draft, published }) {
    const document = draft ?? published
    const scope = document ? findScope(document) : undefined
    const dialog = useActionDialog(label, () => scope && <DraftList scope={scope} selectsAll />)
    return scope ? { label, icon: EditIcon, ...dialog } : null
  }
}
