import { $starred, sendStars, toggleStar } from '../../stores/starred.ts'

/** `<event-star data-event="…" data-label="…">` is empty without scripts. */
class EventStar extends HTMLElement {
  #stop: (() => void) | undefined

  connectedCallback(): void {
    const { event = '', label = '' } = this.dataset
    const button = document.createElement('button')
    button.type = 'button'
    button.ariaLabel = label
    button.title = label
    button.addEventListener('click', () => void toggleStar(event))
    this.replaceChildren(button)
    this.#stop = $starred.subscribe(({ events }) => {
      button.ariaPressed = String(events.includes(event))
    })
  }

  disconnectedCallback(): void {
    this.#stop?.()
  }
}

export function defineStars(): void {
  customElements.define('event-star', EventStar)
  addEventListener('online', sendStars)
  sendStars()
}
