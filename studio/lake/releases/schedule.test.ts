import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openStore } from '../store/open-store.ts'
import { startReadyProcess } from '../test-support/lake-process.ts'
import { startReceiver } from '../test-support/receiver.ts'
import { connect, expectSoon, makeFolder } from '../test-support/start-lake.ts'
import { openSchedule } from './schedule.ts'

const start = new Date('2026-11-26T09:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

describe('a schedule', () => {
  beforeEach(() => void vi.useFakeTimers({ now: start }))
  afterEach(() => void vi.useRealTimers())

  /** A store with a release that is due in five minutes, and the running schedule. */
  async function openScheduled(folder?: string) {
    const place = folder ?? (await makeFolder())
    const store = openStore(place)
    const reports: string[] = []
    const schedule = openSchedule(store, { report: (line) => reports.push(line) })
    onTestFinished(() => {
      schedule.stop()
      if (store.database.isOpen) store.close()
    })
    const write = (...mutations: unknown[]) => store.transact({ mutations, identity: 'ana' })
    if (!folder) {
      write(
        { create: { _id: 'post', _type: 'post', title: 'Old' } },
        { create: { _id: 'versions.rOne.post', _type: 'post', title: 'New' } },
        {
          create: {
            _id: '_.releases.rOne',
            _type: 'system.release',
            name: 'rOne',
            state: 'scheduled',
            publishAt: after(5).toISOString(),
            userId: 'ana',
            metadata: { title: 'Autumn', description: 'For all.' },
          },
        },
      )
    }
    return { folder: place, store, schedule, reports, write, release: () => store.get('_.releases.rOne') }
  }

  const countPublished = ({ store }: Awaited<ReturnType<typeof openScheduled>>) =>
    store.database
      .prepare("SELECT count(*) AS n FROM changes WHERE document_id = 'post' AND before IS NOT NULL")
      .get()?.['n']

  it('publishes at the time and not before, in the name of the editor, and only once', async () => {
    const opened = await openScheduled()
    opened.schedule.start()
    vi.advanceTimersByTime(5 * 60_000 - 1)
    expect(opened.store.get('post')).toMatchObject({ title: 'Old' })
    vi.advanceTimersByTime(1)
    expect(opened.store.get('post')).toMatchObject({ title: 'New' })
    expect(opened.release()).toMatchObject({
      state: 'published',
      publishedAt: after(5).toISOString(),
      metadata: { description: 'For all.' },
    })
    const authors = opened.store.database.prepare('SELECT identity FROM transactions').all()
    expect(authors.map(({ identity }) => identity)).toEqual(['ana', 'ana'])
    vi.advanceTimersByTime(60 * 60_000)
    expect([countPublished(opened), opened.reports]).toEqual([1, []])
  })

  it('publishes at the next start what was due meanwhile, and marks it as late', async () => {
    const first = await openScheduled()
    first.store.close()
    vi.setSystemTime(after(90))
    const second = await openScheduled(first.folder)
    expect(second.store.get('post')).toMatchObject({ title: 'Old' })
    second.schedule.start()
    expect(second.store.get('post')).toMatchObject({ title: 'New' })
    expect(second.release()).toMatchObject({
      state: 'published',
      metadata: {
        description: 'For all.\n\nPublished late: at 2026-11-26 10:30 UTC instead of 2026-11-26 09:05 UTC.',
      },
    })
    expect(second.reports).toEqual([expect.stringContaining('"rOne" was due at 2026-11-26T09:05')])
  })

  it('publishes soon after a clock that was set forward, and once when it is set back again', async () => {
    const opened = await openScheduled()
    opened.schedule.start()
    vi.setSystemTime(after(6))
    vi.advanceTimersByTime(10_000)
    expect(opened.store.get('post')).toMatchObject({ title: 'New' })
    vi.setSystemTime(after(-60))
    vi.advanceTimersByTime(3 * 60 * 60_000)
    expect(countPublished(opened)).toBe(1)
  })

  it('waits again when the clock is set back before the time', async () => {
    const opened = await openScheduled()
    opened.schedule.start()
    vi.setSystemTime(after(-60))
    vi.advanceTimersByTime(64 * 60_000)
    expect(opened.store.get('post')).toMatchObject({ title: 'Old' })
    vi.advanceTimersByTime(60_000)
    expect(opened.store.get('post')).toMatchObject({ title: 'New' })
  })

  it('does not publish a release that is no longer scheduled, and follows another time', async () => {
    const opened = await openScheduled()
    const { write, store } = opened
    opened.schedule.start()
    const change = (set: object) => write({ patch: { id: '_.releases.rOne', set } })
    change({ state: 'active' })
    vi.advanceTimersByTime(10 * 60_000)
    expect(store.get('post')).toMatchObject({ title: 'Old' })
    change({ state: 'scheduled', publishAt: after(30).toISOString() })
    vi.advanceTimersByTime(20 * 60_000 - 1)
    expect(store.get('post')).toMatchObject({ title: 'Old' })
    vi.advanceTimersByTime(1)
    expect(store.get('post')).toMatchObject({ title: 'New' })
  })

  it('makes a release that cannot be published active again, with the reason, and publishes the others', async () => {
    const opened = await openScheduled()
    const { write, store } = opened
    const to = { _type: 'reference', _ref: 'gone', _weak: true, _strengthenOnPublish: { type: 'post' } }
    write(
      { patch: { id: 'versions.rOne.post', set: { to } } },
      { create: { _id: 'versions.rTwo.other', _type: 'post', title: 'Other' } },
      {
        create: {
          ...opened.release(),
          _id: '_.releases.rTwo',
          name: 'rTwo',
          publishAt: after(6).toISOString(),
        },
      },
    )
    opened.schedule.start()
    vi.advanceTimersByTime(6 * 60_000)
    const message = 'Document "post" references non-existent document "gone"'
    expect(store.get('post')).toMatchObject({ title: 'Old' })
    expect(opened.release()).toMatchObject({ state: 'active', error: { message } })
    expect(opened.release()).not.toHaveProperty('publishAt')
    expect(store.get('other')).toMatchObject({ title: 'Other' })
    expect(opened.reports).toEqual([expect.stringContaining(message)])
  })

  it('tries again while the disk is full', async () => {
    const opened = await openScheduled()
    let isFull = true
    opened.store.beforeCommit(() => {
      if (isFull) throw new Error('database or disk is full')
    })
    opened.schedule.start()
    vi.advanceTimersByTime(5 * 60_000)
    expect(opened.release()).toMatchObject({ state: 'scheduled' })
    isFull = false
    vi.advanceTimersByTime(10_000)
    expect([opened.release()?.['state'], countPublished(opened)]).toEqual(['published', 1])
  })
})

describe('the Content Lake as a process', () => {
  const ids = Array.from({ length: 100 }, (_, at) => `post-${String(at).padStart(3, '0')}`)

  /** Schedules a release of a hundred documents. */
  async function scheduleIn(
    milliseconds: number,
    { port, token }: { port: number; token: string },
    name: string,
  ) {
    const client = connect(port, token)
    await client.releases.create({ releaseId: name, metadata: { releaseType: 'scheduled' } })
    const transaction = client.transaction()
    for (const id of ids) transaction.create({ _id: `versions.${name}.${id}`, _type: 'post', title: name })
    await transaction.commit()
    const due = Date.now() + milliseconds
    await client.releases.schedule({ releaseId: name, publishAt: new Date(due).toISOString() })
    return due
  }

  const sleepUntil = (time: number) =>
    new Promise((resolve) => setTimeout(resolve, Math.max(0, time - Date.now())))

  it('publishes after kill -9 what was due while it was down, with its webhooks', async () => {
    const folder = await makeFolder()
    const receiver = await startReceiver()
    const hooks = join(folder, 'webhooks.json')
    await writeFile(hooks, JSON.stringify([{ id: 'site', url: receiver.url }]))
    const variables = { LAKE_FOLDER: folder, LAKE_WEBHOOKS: hooks }
    const first = await startReadyProcess(variables)
    const due = await scheduleIn(1_000, first, 'rOne')
    first.child.kill('SIGKILL')
    await first.exit
    expect(receiver.ids()).toEqual([])
    await sleepUntil(due)
    await startReadyProcess(variables)
    await expectSoon(() => receiver.ids().toSorted()).toEqual(ids)
  })

  it('publishes all of a release or nothing when it is killed at the time, and each release once', async () => {
    const folder = await makeFolder()
    const rounds = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']
    for (const [round, name] of rounds.entries()) {
      const lake = await startReadyProcess({ LAKE_FOLDER: folder })
      const due = await scheduleIn(200, lake, name)
      await sleepUntil(due + 4 * round)
      lake.child.kill('SIGKILL')
      await lake.exit
      const store = openStore(folder)
      const published = ids.filter((id) => store.get(id)?.['title'] === name).length
      const left = ids.filter((id) => store.get(`versions.${name}.${id}`)).length
      const isPublished = store.get(`_.releases.${name}`)?.['state'] === 'published'
      store.close()
      expect([name, published, left]).toEqual([name, ...(isPublished ? [100, 0] : [0, 100])])
    }
    const last = await startReadyProcess({ LAKE_FOLDER: folder })
    const client = connect(last.port, last.token)
    await expectSoon(() => client.fetch('releases::all()[].state')).toEqual(rounds.map(() => 'published'))
    last.child.kill('SIGKILL')
    await last.exit
    const store = openStore(folder)
    const changes = store.database.prepare(
      'SELECT document_id, count(*) AS n FROM changes WHERE document_id GLOB ? GROUP BY 1',
    )
    expect(changes.all('post-*').map(({ n }) => n)).toEqual(ids.map(() => rounds.length))
    store.close()
  })
})
