import { useEffect, useState } from 'react'

/**
 * What `read` returns, read again at an interval in milliseconds while the tab is visible, and at once if `read` changes.
 * `key` says what is read: the value of another key is not returned.
 */
export function usePolled<Value>(key: string, read: () => Promise<Value>, interval = 3_000) {
  const [loaded, setLoaded] = useState<{ key: string; value: Value }>()
  const [fault, setFault] = useState<Error>()
  const [attempt, setAttempt] = useState({})

  useEffect(() => {
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load() {
      const isVisible = document.visibilityState === 'visible'
      const answer = isVisible
        ? await read().then(
            (value) => ({ value }),
            (error: Error) => ({ error }),
          )
        : undefined
      if (!isCurrent) return
      if (answer && 'value' in answer) setLoaded({ key, value: answer.value })
      setFault(answer && 'error' in answer ? answer.error : undefined)
      timer = setTimeout(() => void load(), interval)
    }
    void load()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `attempt` starts it again
  }, [key, read, interval, attempt])

  return {
    value: loaded?.key === key ? loaded.value : undefined,
    fault,
    reload: () => setAttempt({}),
  }
}
