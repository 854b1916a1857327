// @ts-check
// Inlined into the page of a preview: fetches the page again whenever its content changes. The mark names faults, above
// the last page that could be rendered.
const secret = new URLSearchParams(location.search).get('secret') ?? ''
const changes = `/api/preview/changes?${new URLSearchParams({ secret })}`

/** @type {EventSource | undefined} */
let stream
let isEnded = false
let isAsking = false
let isStale = false

/** @param {Document} page */
const findMark = (page) => page.getElementById('preview-mark')

function end() {
  isEnded = true
  stream?.close()
  const mark = findMark(document)
  if (mark) mark.textContent = 'This preview has ended: open it again from the Studio.'
}

/** @param {Document} fresh @param {boolean} isWhole */
function show(fresh, isWhole) {
  const [mark, freshMark] = [findMark(document), findMark(fresh)]
  if (!mark || !freshMark) return
  if (!isWhole || mark.dataset.version === freshMark.dataset.version) return mark.replaceWith(freshMark)
  // Reload the whole page if it has islands or another head: a new body alone would not start islands or load styles.
  const isPlain = document.head.innerHTML === fresh.head.innerHTML && !fresh.querySelector('astro-island')
  if (!isPlain) return location.reload()
  document.body.replaceChildren(...fresh.body.childNodes)
}

async function refresh() {
  isStale = true
  if (isAsking) return
  isAsking = true
  while (isStale && !isEnded) {
    isStale = false
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined)
    if (answer?.status === 401) end()
    else if (answer)
      show(new DOMParser().parseFromString(await answer.text(), 'text/html'), answer.status === 200)
  }
  isAsking = false
}

function listen() {
  stream?.close()
  if (isEnded || document.hidden) return
  const opened = new EventSource(changes)
  stream = opened
  opened.addEventListener('open', refresh)
  opened.addEventListener('change', refresh)
  opened.addEventListener('error', () => {
    // A browser reconnects after a broken connection, but not after an error status.
    if (opened.readyState === EventSource.CLOSED) void refresh().then(() => setTimeout(listen, 3000))
  })
}

// A hidden page holds no connection: browsers allow six per site.
document.addEventListener('visibilitychange', listen)
listen()
