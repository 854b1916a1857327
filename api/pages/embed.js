// Gives each frame of this origin the height of the list in it.
;(() => {
  const { origin } = new URL(document.currentScript.src)
  const frames = () =>
    [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(`${origin}/`))
  addEventListener('message', ({ origin: sender, source, data }) => {
    if (sender !== origin || !(data?.embedHeight > 0)) return
    const frame = frames().find(({ contentWindow }) => contentWindow === source)
    if (!frame) return
    frame.style.boxSizing = 'border-box'
    frame.style.height = `${data.embedHeight + frame.offsetHeight - frame.clientHeight}px`
  })
  // Those that were there before this script.
  for (const { contentWindow } of frames()) contentWindow.postMessage('height', '*')
})()
