import { html } from 'hono/html'
import { catalogue, defaultLocation, locations } from '#domain/catalogue.ts'
import { words } from '#domain/language.ts'
import type { ListingField } from '#domain/listing.ts'
import { nameOf } from '#domain/names.ts'
import { writeLanguageChoice } from './language-choice.ts'

/** What was typed into a form of a listing; `token` is the manage token, `confirm` the box beside its deletion. */
export type Typed = Partial<Record<ListingField | 'token' | 'confirm', string>>

/** What is wrong with it: with all of it, in one line, and with each field. Of what was only typed there is nothing. */
export type Refusal = { message: string; faults: Partial<Record<ListingField, string>> }

type Html = ReturnType<typeof html>

const noFaults: Refusal['faults'] = {}

/**
 * The form that posts a listing, with everything that was typed and what is wrong with it, for a reader without
 * scripts: as site/islands/PostForm.tsx has it. HTML.
 */
export function writePostForm(typed: Typed, refusal?: Refusal): string {
  return String(
    html`${refusal && writeRefusal(refusal)}
<form class="fields" action="/api/listings" method="post">
${writeLanguageChoice()}
${writeFields(typed, refusal?.faults ?? noFaults)}
<button type="submit">${words().post.button}</button>
</form>`,
  )
}

export type ManageForm = {
  id: string
  typed: Typed
  refusal?: Refusal | undefined
  hasFields: boolean
  /** Somebody is in the middle of it. */
  isOpen?: boolean
}

/**
 * The forms by which whoever has a listing's manage token edits, renews and deletes it without scripts. Of a listing
 * that has expired there is nothing to edit: `hasFields` is false. HTML.
 */
export function writeManageForm({ id, typed, refusal, hasFields, isOpen }: ManageForm): string {
  const path = `/api/listings/${id}`
  const { manage, own } = words()
  const token = html`<input id="token" name="token" type="text" value="${typed.token ?? ''}" required autocomplete="off" spellcheck="false" aria-describedby="token-help">`
  const open = refusal || isOpen ? html` open` : ''
  return String(
    html`<details class="manage"${open}><summary>${manage.question}</summary>
${refusal && writeRefusal(refusal)}
<form class="fields" action="${path}/${hasFields ? 'edit' : 'renew'}" method="post">
${writeLanguageChoice(id)}
<div class="field"><label for="token">${manage.code}</label>${token}<p class="quiet" id="token-help">${manage.codeHint}</p></div>
${hasFields && writeFields(typed, refusal?.faults ?? noFaults)}
${hasFields && html`<button type="submit">${own.save}</button>`}
<button class="plain" type="submit" formaction="${path}/renew" formnovalidate>${own.renew}</button>
<label class="tick"><input type="checkbox" name="confirm"> ${manage.confirm}</label>
<button class="plain" type="submit" formaction="${path}/delete" formnovalidate>${own.confirmRemoval}</button>
</form></details>`,
  )
}

function writeRefusal({ message }: Refusal) {
  return html`<p class="fault" role="alert">${message}</p>`
}

function writeFields(typed: Typed, faults: Refusal['faults']) {
  const fields = words().fields
  const { category = '', subcategory = '', location = defaultLocation } = typed
  const groups = catalogue.map(
    ({ name, subcategories }) =>
      html`<optgroup label="${nameOf(name)}">${subcategories.map((entry) =>
        writeOption(entry.name, subcategory === entry.name && [name, ''].includes(category)),
      )}</optgroup>`,
  )
  return html`${writeField('category', fields.category, (attributes) => html`<select ${attributes}><option value="">${fields.chooseCategory}</option>${catalogue.map(({ name }) => writeOption(name, name === category))}</select>`)}
${writeField('subcategory', fields.subcategory, (attributes) => html`<select ${attributes}><option value="">${fields.chooseAnySubcategory}</option>${groups}</select>`)}
${writeField('location', fields.location, (attributes) => html`<select ${attributes}>${locations.map((name) => writeOption(name, name === location))}</select>`)}
${writeField('title', fields.title, (attributes) => html`<input ${attributes} type="text" value="${typed.title ?? ''}" placeholder="${fields.titleHint}" autocomplete="off">`)}
${writeField('description', fields.description, (attributes) => html`<textarea ${attributes} rows="8" placeholder="${fields.descriptionHint}">${'\n'}${typed.description ?? ''}</textarea>`)}
${writeField('contact', fields.contact, (attributes) => html`<input ${attributes} type="text" value="${typed.contact ?? ''}" placeholder="${fields.contactHint}">`)}`

  function writeField(name: ListingField, label: string, write: (attributes: Html) => Html): Html {
    const fault = faults[name]
    const described = fault === undefined ? '' : html` aria-describedby="${name}-fault"`
    const attributes = html`id="${name}" name="${name}" required aria-invalid="${fault === undefined ? 'false' : 'true'}"${described}`
    return html`<div class="field"><label for="${name}">${label}</label>${write(attributes)}${fault === undefined ? '' : html`<p class="fault" id="${name}-fault">${fault}</p>`}</div>`
  }
}

function writeOption(name: string, isChosen: boolean) {
  return html`<option value="${name}"${isChosen ? html` selected` : ''}>${nameOf(name)}</option>`
}
