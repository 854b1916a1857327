import { cleanText } from '#domain/clean-text.ts'
import { banKinds, deskQueues, type DeskChange, type DeskListing } from '#domain/moderation/desk.ts'
import { reportReasons } from '#domain/moderation/reasons.ts'
import { isUuid } from '#domain/uuid.ts'
import { checkServer, findPostgres, openDatabase } from '../database/open.ts'
import { addBans, changeListings } from '../moderation/desk/changes.ts'
import { countQueues, deleteBan, findDeskListing, listBans, listQueue } from '../moderation/desk/queries.ts'
import { RequestError } from '../errors.ts'
import { forgetLessons, listLessons } from '../moderation/filter/lesson-queries.ts'
import { findHidingPause } from '../moderation/report-queries.ts'
import { addToLog, listLog } from '../moderation/log-queries.ts'
import { openPseudonyms } from '../moderation/pseudonyms.ts'
import { OperatorError, printLine } from '../runtime/operator.ts'
import { readExisting, runCommand } from './run-command.ts'

const who = 'command line'

const usage = `npm run moderate -- <command>

  list [${deskQueues.join('|')}]        lists the newest 50 of a queue
  show <id>                                   prints a listing with its signals, reports and history
  restore <id>                                makes a held, hidden or removed listing visible again
  hide <id> <reason> [why]                    hides a listing; reason: ${reportReasons.join(', ')}
  delete <id> <reason> [why]                  removes a listing; its text is erased after 30 seconds
  undo <id>                                   undoes the last change
  distrust <id>                               rejects all reports of the networks that reported a listing, and
                                              restores everything that they hid
  resume                                      lets reports hide listings again before the hour has passed
  ban contact|network <id> [why]              bans the contacts or the network of a listing for 30 days
  ban contact|phrase "<text>" [why]           bans a contact for 30 days, or a phrase for good
  bans, unban <number>
  lessons                                     counts the decisions from which the spam filter has learned
  forget <id>|all                             makes the spam filter forget what it learned from a listing, or everything`

if (import.meta.main)
  await runCommand(undefined, (words) => moderate(words, (line) => void process.stdout.write(`${line}\n`)))

/** Works on the database of a running server, whose pages change at once. Needs no Studio. */
export async function moderate([command = 'help', ...words]: string[], print: (line: string) => void) {
  if (command === 'help') return print(usage)
  await using opened = new AsyncDisposableStack()
  const { url } = opened.use(await findPostgres(readExisting('postgres'), printLine))
  const sql = opened.use(openDatabase(url))
  await checkServer(sql)
  const [{ board }] = await sql<
    [{ board: string | null }]
  >`select to_regclass('moderation_log')::text as board`
  if (board === null)
    throw new OperatorError(
      'This database has no moderation tables yet. Set DATABASE_URL or DATA_DIR to those of your site',
    )
  const [first = '', second = '', ...rest] = words.map((word) => cleanText(word, 'one'))

  /** Await it: the connection is closed when the command returns. */
  async function change(fields: Pick<DeskChange, 'action'> & Partial<DeskChange>) {
    // The database notifies the server of the change.
    const answers = { invalidate: () => undefined }
    const results = await changeListings(sql, answers, { why: '', who, ids: [readId(first)], ...fields })
    if (results.length === 0) print('there is nothing to change')
    for (const { id, state, problem } of results) {
      if (problem !== undefined) throw new OperatorError(`${id}: ${problem}`)
      print(`${id} is ${state}`)
    }
  }

  switch (command) {
    case 'list': {
      const queue = choose(deskQueues, first || 'waiting', `There is no queue ${first}`)
      const [{ listings }, counts] = [await listQueue(sql, queue, undefined), await countQueues(sql)]
      print(`${counts.waiting} waiting, ${counts.reported} reported`)
      const until = await findHidingPause(sql)
      if (until !== undefined) print(`reports hide no listings until ${until}, unless you resume`)
      for (const listing of listings) print(describe(listing))
      return
    }
    case 'show': {
      const listing = await findDeskListing(sql, readId(first))
      if (!listing) throw new OperatorError(`There is no listing ${first}`)
      print([describe(listing), listing.description, `contact: ${listing.contact}`].join('\n'))
      for (const { name, points } of listing.signals) print(`signal: ${name} ${points}`)
      for (const { reason, text, reportedAt } of listing.reports)
        print(`report: ${reportedAt} ${reason} ${text}`)
      if (listing.dispute !== null) print(`dispute: ${listing.dispute}`)
      for (const { at, who: by, what, reason, why } of await listLog(sql, first))
        print([at, by, what, reason, why].join(' '))
      return
    }
    case 'restore':
      return await change({ action: 'show' })
    case 'undo':
    case 'distrust':
      return await change({ action: command })
    case 'resume':
      await addToLog(sql, { who, what: 'resume' })
      return print('reports hide listings again')
    case 'hide':
    case 'delete': {
      const reason = choose(reportReasons, second, 'Give a reason')
      return await change({ action: command, reason, why: rest.join(' ') })
    }
    case 'ban': {
      const target = isUuid(second) ? { listing: second } : { text: second }
      const ban = { kind: choose(banKinds, first, 'Say what to ban'), why: rest.join(' '), who, ...target }
      const added = await addBans(sql, await openPseudonyms(sql), ban).catch((error: unknown) => {
        throw error instanceof RequestError ? new OperatorError(error.message) : error
      })
      for (const { id, kind, until } of added)
        print(`ban ${id}: ${kind}${until === null ? '' : `, until ${until}`}`)
      return
    }
    case 'bans':
      for (const { id, kind, text, why, at } of await listBans(sql))
        print([id, kind, text ?? '(hash)', at, why].join('  '))
      return
    case 'unban': {
      const kind = /^\d{1,18}$/.test(first) ? await deleteBan(sql, first) : undefined
      if (kind === undefined) throw new OperatorError(`There is no ban ${first}`)
      await addToLog(sql, { who, what: `unban ${kind}` })
      return print(`lifted ban ${first}`)
    }
    case 'lessons': {
      const lessons = await listLessons(sql)
      const spam = lessons.filter(({ isSpam }) => isSpam).length
      return print(`${spam} of spam, ${lessons.length - spam} of other posts`)
    }
    case 'forget': {
      const count = await forgetLessons(sql, first === 'all' ? undefined : readId(first))
      await addToLog(sql, { who, what: 'forget', ...(first === 'all' ? {} : { target: first }) })
      return print(`forgot ${count} lesson${count === 1 ? '' : 's'}`)
    }
    default:
      print(usage)
      throw new OperatorError(`There is no command ${command}`)
  }
}

function describe(listing: DeskListing): string {
  const { id, state, score, reports, category, subcategory, location, title } = listing
  const points = score === null ? [] : [`score ${score}`]
  const reported = reports.length > 0 ? [`${reports.length} reports`] : []
  const place = `${category} > ${subcategory} (${location})`
  return [id, state, ...points, ...reported, place, title || '(erased)'].join('  ')
}

function readId(text: string): string {
  if (!isUuid(text))
    throw new OperatorError(
      `Not a listing id: ${text || 'nothing'}. Use the last part of the listing’s address`,
    )
  return text.toLowerCase()
}

function choose<Choice extends string>(choices: readonly Choice[], text: string, fault: string): Choice {
  const choice = choices.find((known) => known === text)
  if (!choice) throw new OperatorError(`${fault}: ${choices.join(', ')}`)
  return choice
}
