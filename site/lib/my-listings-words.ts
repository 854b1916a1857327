import { formatMonthDayYear } from '#domain/pacific.ts'

/** Every word of “my listings”: the dialog, the notice after posting, and what a listing's page offers its poster. */
export const words = {
  heading: 'my listings',
  close: 'close',
  withoutScript:
    'without JavaScript this browser remembers no listings: each is edited and deleted by the link that was shown when it was posted.',
  loading: 'loading listings...',
  loadingOne: 'loading...',
  none: 'this browser knows of no listing of yours.',
  post: 'post a listing',
  yours: 'your listing',

  expiresIn: (days: number) => (days === 1 ? 'expires in 1 day' : `expires in ${days} days`),
  expired: (instant: string) => `expired on ${formatMonthDayYear(instant)}`,
  neverExpires: 'never expires',
  missing: 'not found any more',
  refused: 'its manage link counts no more',
  untitled: 'a listing',

  edit: 'edit',
  renew: 'renew',
  remove: 'delete',
  copyLink: 'copy link',
  forget: 'take off this list',
  retry: 'try again',
  askRemoval: (title: string) => `delete “${title}” for good?`,
  keep: 'keep it',
  confirmRemoval: 'delete for good',
  editing: 'edit listing',
  save: 'save',
  saving: 'saving...',
  cancel: 'cancel',
  copied: 'copied',
  notCopied: 'this browser does not let a page copy: select it and copy it by hand',

  saved: (title: string) => `“${title}” is saved.`,
  renewed: (title: string, state: string) => `“${title}” is renewed: it ${state}.`,
  removed: (title: string) => `“${title}” is deleted.`,
  wasMissing: (title: string) => `“${title}” was gone before.`,
  forgotten: (title: string) => `“${title}” is off this list.`,
  removedToast: { title: 'Deleted', description: 'Your listing has been deleted.' },

  transfer: 'another device',
  transferText:
    'a backup code carries all of these listings to another browser. who has it can edit or delete them.',
  showCode: 'show backup code',
  code: 'your backup code',
  copyCode: 'copy code',
  pasteCode: 'backup code of another device',
  add: 'add its listings',
  added: (added: number, known: number) =>
    `${count(added)} added${known > 0 ? `, ${known} known already` : ''}.`,

  manageLink: 'your manage link',
  keepLink: 'keep it: who has it can edit or delete your listing.',
  isKept: 'this browser remembers it under account.',
  isNotKept: 'this browser cannot remember it: copy it now.',

  faults: {
    noCode: 'this is no backup code.',
    notWhole: 'this backup code is not whole: copy all of it.',
    otherVersion: 'this backup code is of another version of this site.',
    notKept: 'this browser cannot remember listings: they are here until you leave this page.',
    notLoaded: 'this could not be loaded: check your connection and open it again.',
    linkRefused: 'this manage link counts no more. this browser remembers another that does.',
    linkNotWhole: 'this manage link is not whole: copy all of it.',
  },
} as const

function count(listings: number): string {
  return listings === 1 ? '1 listing' : `${listings} listings`
}
