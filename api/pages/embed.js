// Resizes each frame of this origin to the height of its list.
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
  // Asks the frames that loaded before this script.
  for (const { contentWindow } of frames()) contentWindow.postMessage('height', '*')
})()
