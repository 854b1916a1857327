import { $starred, sendStars, toggleStar } from '../../stores/starred.ts'

/** Defines `<event-star>`: empty without scripts. With `data-added` the button has words, otherwise an icon. */
export function defineStars(): void {
  customElements.define(
    'event-star',
    class extends HTMLElement {
      #stop: (() => void) | undefined

      connectedCallback(): void {
        const { event = '', add = '', added, remove = '' } = this.dataset
        const button = document.createElement('button')
        button.type = 'button'
        button.addEventListener('click', () => toggleStar(event))
        this.replaceChildren(button)
        this.#stop = $starred.subscribe(({ events }) => {
          const isAdded = events.includes(event)
          this.toggleAttribute('data-starred', isAdded)
          button.title = isAdded ? remove : add
          if (added === undefined) button.ariaLabel = button.title
          else button.textContent = isAdded ? added : add
        })
      }

      disconnectedCallback(): void {
        this.#stop?.()
      }
    },
  )
  addEventListener('online', sendStars)
  sendStars()
}
