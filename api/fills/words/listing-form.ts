import { html } from 'hono/html'
import { catalogue, defaultLocation, locations } from '#domain/catalogue.ts'
import type { ListingField } from '#domain/listing.ts'

type Form = {
  action: string
  /** What was typed, by the fields' names. */
  values: Partial<Record<ListingField, string>>
  /** What is wrong, by the fields' names. */
  faults: Partial<Record<ListingField, string>>
  /** What is wrong with all of it, in one line. */
  message: string
}

/**
 * The form of a listing with everything that was typed, and what is wrong with it, for a reader without scripts: as
 * site/islands/PostForm.tsx has it. HTML.
 */
export function writeListingForm({ action, values, faults, message }: Form): string {
  const { category = '', subcategory = '', location = defaultLocation } = values
  const groups = catalogue.map(
    ({ name, subcategories }) =>
      html`<optgroup label="${name}">${subcategories.map((entry) =>
        writeOption(entry.name, subcategory === entry.name && [name, ''].includes(category)),
      )}</optgroup>`,
  )
  return String(
    html`<p class="fault" role="alert">${message}</p>
<form class="fields" action="${action}" method="post">
${writeField('category', 'category', (attributes) => html`<select ${attributes}><option value="">choose a category</option>${catalogue.map(({ name }) => writeOption(name, name === category))}</select>`)}
${writeField('subcategory', 'subcategory', (attributes) => html`<select ${attributes}><option value="">choose a subcategory of that category</option>${groups}</select>`)}
${writeField('location', 'location', (attributes) => html`<select ${attributes}>${locations.map((name) => writeOption(name, name === location))}</select>`)}
${writeField('title', 'title', (attributes) => html`<input ${attributes} type="text" value="${values.title ?? ''}" placeholder="listing title" autocomplete="off">`)}
${writeField('description', 'description', (attributes) => html`<textarea ${attributes} rows="8" placeholder="describe your listing">${'\n'}${values.description ?? ''}</textarea>`)}
${writeField('contact', 'contact (email or phone)', (attributes) => html`<input ${attributes} type="text" value="${values.contact ?? ''}" placeholder="your contact info">`)}
<button type="submit">post listing</button>
</form>`,
  )

  type Html = ReturnType<typeof html>

  function writeField(name: ListingField, label: string, write: (attributes: Html) => Html): Html {
    const fault = faults[name]
    const described = fault === undefined ? '' : html` aria-describedby="${name}-fault"`
    const attributes = html`id="${name}" name="${name}" required aria-invalid="${fault === undefined ? 'false' : 'true'}"${described}`
    return html`<div class="field"><label for="${name}">${label}</label>${write(attributes)}${fault === undefined ? '' : html`<p class="fault" id="${name}-fault">${fault}</p>`}</div>`
  }
}

function writeOption(name: string, isChosen: boolean) {
  return html`<option${isChosen ? html` selected` : ''}>${name}</option>`
}
