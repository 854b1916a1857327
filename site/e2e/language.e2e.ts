import { languageNames, languages } from '#domain/language.ts'
import { findCalendar, makeEvent, openHomeAt, pickYear, storeEvents } from './support/events.ts'
import { chooseLanguage, setLanguageCookie } from './support/language.ts'
import { listBrokenWords } from './support/layout.ts'
import { makeListing, postListing } from './support/listings.ts'
import {
  findActions,
  findNotice,
  findPanel,
  postByForm,
  postManagedListing,
} from './support/managed-listings.ts'
import { waitForPageScripts } from './support/page-scripts.ts'
import { waitForScript, fillPostForm, findPostForm, openPostForm } from './support/post-form.ts'
import { expect, status, test } from './support/test.ts'

test('the language choice has the options of the spec, applies to all pages and can be changed back', async ({
  page,
}) => {
  await page.goto('/')
  const choice = page.getByRole('combobox', { name: 'language' })
  await expect(choice.getByRole('option')).toHaveText(['english', 'español', 'français'])
  await expect(choice).toHaveValue('en')
  await chooseLanguage(page, 'es')
  await expect(page.getByRole('link', { name: 'ingeniería' }).first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'idioma' })).toHaveValue('es')
  await page.goto('/post')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('publicar en founderlist')
  await chooseLanguage(page, 'fr')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'rechercher' })).toBeVisible()
  await chooseLanguage(page, 'en')
  await expect(page.getByRole('button', { name: 'search' })).toBeVisible()
})

for (const language of languages) {
  test(`no word of the home page is broken on a narrow phone in ${languageNames[language]}`, async ({
    page,
  }) => {
    await setLanguageCookie(page, language)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/')
    // A listing's title may be one long word.
    const broken = await listBrokenWords(page)
    expect(broken.filter((word) => word.length <= 40)).toEqual([])
  })
}

test('path, query and filters survive the switch', async ({ page }) => {
  const day = `${pickYear()}-05-04`
  await storeEvents([makeEvent({ date: `${day}T20:00:00Z`, location: 'Homebrew' })])
  const address = `/events/${day}?venue=Homebrew&topic=AI`
  await page.goto(address)
  await expect(page.getByText('no AI events. 1 event')).toBeVisible()
  await chooseLanguage(page, 'es')
  await expect(page).toHaveURL(address)
  await expect(page.getByText('ningún evento “IA”. 1 evento')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'sede' })).toHaveValue('Homebrew')
  const topic = page.getByRole('combobox', { name: 'tema' })
  await expect(topic).toHaveValue('AI')
  await topic.selectOption('Levantar capital / Inversión')
  await expect(page).toHaveURL(/topic=Fundraising/)
  await page.getByRole('button', { name: 'quitar todos los filtros' }).click()
  await expect(topic).toHaveValue('all')
})

test('the shown month survives the switch', async ({ page }) => {
  await openHomeAt(page, '2026-11-21T20:00:00Z')
  await findCalendar(page).region.getByRole('button', { name: 'next month' }).click()
  await chooseLanguage(page, 'fr')
  await expect(page.getByRole('heading', { name: 'décembre 2026' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'novembre 2026' }).filter({ visible: true })).toHaveCount(1)
})

test('text typed into the post form survives the switch', async ({ page }) => {
  const listing = makeListing({ category: 'gigs', subcategory: 'bounties', location: 'NYC' })
  await openPostForm(page)
  await fillPostForm(page, listing)
  await chooseLanguage(page, 'es')
  await waitForScript(page)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await expect(field('categoría')).toHaveValue('gigs')
  await expect(field('subcategoría')).toHaveValue('bounties')
  await expect(field('lugar')).toHaveValue('NYC')
  await expect(field('título')).toHaveValue(listing.title)
  await expect(field('descripción')).toHaveValue(listing.description)
  await expect(field('contacto (correo o teléfono)')).toHaveValue(listing.contact)
  await page.getByRole('button', { name: 'publicar anuncio' }).click()
  await page.waitForURL('/?city=NYC')
  await expect(page.getByRole('region', { name: /^Notificaciones/ })).toContainText(
    'Tu anuncio se ha publicado.',
  )
  await page.goto('/category/gigs/bounties')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('recompensas')
  // Visitors' texts are not translated.
  await expect(page.getByRole('listitem').filter({ hasText: listing.title })).toContainText(
    'We build in public.',
  )
  await page.goto('/post')
  await waitForScript(page)
  await expect(field('título'), 'typed text is restored only once').toHaveValue('')
})

test('a cleared field stays empty, and a failed switch restores nothing later', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(/ERR_FAILED/)
  const { path } = await postManagedListing(request)
  await page.goto(path)
  await findActions(findPanel(page)).edit.click()
  await findPanel(page).getByLabel('description', { exact: true }).fill('')
  await chooseLanguage(page, 'es')
  const panel = page.getByRole('region', { name: 'tu anuncio' })
  await expect(panel.getByLabel('título', { exact: true })).not.toHaveValue('')
  await expect(panel.getByLabel('descripción', { exact: true })).toHaveValue('')

  await page.goto('/?q=engineer')
  const box = page.getByRole('combobox', { name: 'buscar anuncios y eventos' })
  await expect(box).toHaveValue('engineer')
  await box.fill('secret')
  await page.locator('form.language').getByRole('combobox').selectOption('english')
  await page.route('**/api/language', (route) => route.abort())
  await page.locator('form.language').getByRole('button').click()
  await page.waitForURL('chrome-error://**')
  await page.goto('/?q=engineer')
  await expect(box).toHaveValue('engineer')
})

test('the manage link, which is shown only once, survives the switch', async ({ page }) => {
  await postByForm(page)
  const link = await findNotice(page).link.textContent()
  await chooseLanguage(page, 'fr')
  await expect(
    page.getByRole('region', { name: 'votre lien de gestion' }).getByRole('link', { name: /#manage=/ }),
  ).toHaveText(link ?? '')
})

test('the manage link survives the switch when storage is full', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await openPostForm(page)
  await fillPostForm(page, makeListing())
  await findPostForm(page).submit.click()
  await page.waitForURL('/')
  const link = await findNotice(page).link.textContent()
  await chooseLanguage(page, 'es')
  await expect(
    page.getByRole('region', { name: 'tu enlace de gestión' }).getByRole('link', { name: /#manage=/ }),
  ).toHaveText(link ?? '')
  await expect(page).toHaveURL('/')
})

test('the language choice has the focus again on the new page', async ({ page }) => {
  await page.goto('/events')
  await waitForPageScripts(page)
  await page.getByRole('combobox', { name: 'language' }).focus()
  await chooseLanguage(page, 'es')
  await expect(page.getByRole('combobox', { name: 'idioma' })).toBeFocused()
})

test('a subcategory chosen in English is still chosen in the other language', async ({ page }) => {
  await openPostForm(page)
  await findPostForm(page).category.selectOption('jobs')
  await findPostForm(page).subcategory.selectOption('sales biz dev')
  await chooseLanguage(page, 'fr')
  await expect(page.getByLabel('sous-catégorie', { exact: true })).toHaveValue('sales biz dev')
  await expect(page.getByRole('option', { name: 'ventes et développement commercial' })).toBeAttached()
})

test('text typed into the search and into an edited listing survives the switch', async ({
  page,
  request,
}) => {
  await page.goto('/?city=SF')
  await waitForPageScripts(page)
  await page.getByRole('combobox', { name: 'search listings and events' }).fill('engine')
  await chooseLanguage(page, 'es')
  await expect(page).toHaveURL('/?city=SF')
  await expect(page.getByRole('combobox', { name: 'buscar anuncios y eventos' })).toHaveValue('engine')

  const { path } = await postManagedListing(request)
  await page.goto(path)
  const panel = page.getByRole('region', { name: 'tu anuncio' })
  await panel.getByRole('button', { name: 'editar' }).click()
  await panel.getByLabel('categoría', { exact: true }).selectOption('housing')
  await panel.getByLabel('subcategoría', { exact: true }).selectOption('rooms shared')
  await panel.getByLabel('título', { exact: true }).fill('another title')
  await chooseLanguage(page, 'en')
  await expect(findPanel(page).getByLabel('title', { exact: true })).toHaveValue('another title')
  await expect(findPanel(page).getByLabel('subcategory', { exact: true })).toHaveValue('rooms shared')
  await findPanel(page).getByRole('button', { name: 'save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('another title')
})

test('errors of the page and of the server are in the chosen language', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(404))
  await setLanguageCookie(page, 'fr')
  await page.goto('/post')
  await waitForScript(page)
  await page.getByRole('button', { name: 'publier l’annonce' }).click()
  await expect(page.locator('#category-fault')).toHaveText('choisissez une catégorie')
  await page.goto('/listing/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('annonce introuvable')
  const answer = await page.request.get('/api/listings/00000000-0000-4000-8000-000000000000')
  expect(await answer.text()).toBe('annonce introuvable')
})

test('a page restored from the back/forward cache reloads in the language chosen since', async ({ page }) => {
  await page.goto('/post')
  await waitForScript(page)
  await setLanguageCookie(page, 'es')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('html[lang=es]')).toBeVisible()
})

test('a manage code typed on a listing that this browser does not manage survives the switch', async ({
  page,
  request,
}) => {
  const { id } = await postManagedListing(request)
  await page.goto(`/listing/${id}`)
  await page.getByText('is this listing yours?', { exact: true }).click()
  await page.getByLabel('manage code', { exact: true }).fill('a code')
  await chooseLanguage(page, 'es')
  await expect(page.getByLabel('código de gestión', { exact: true })).toHaveValue('a code')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the switch keeps path and query, and pages are in the chosen language', async ({ page, request }) => {
    const listing = await postListing(request, { category: 'resumes', subcategory: 'product' })
    await page.goto('/category/resumes/product?city=SF')
    await chooseLanguage(page, 'es')
    await expect(page).toHaveURL('/category/resumes/product?city=SF')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('producto')
    await page.getByRole('link', { name: listing.title }).click()
    await expect(page.getByRole('heading', { name: 'datos de contacto' })).toBeVisible()
    await page.goto('/?q=zzzzqqqq')
    await expect(page.getByText('sin resultados', { exact: true })).toBeVisible()
  })

  test('text typed into the post form survives the switch, before and after a refusal', async ({
    page,
    expectFailedLoads,
  }) => {
    expectFailedLoads(status(400))
    await page.goto('/post')
    await page.getByLabel('title', { exact: true }).fill('A <b>title</b>')
    await page.getByLabel('category', { exact: true }).selectOption('gigs')
    await page.getByLabel('location', { exact: true }).selectOption('NYC')
    await chooseLanguage(page, 'fr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('publier sur founderlist')
    await expect(page.getByLabel('titre', { exact: true })).toHaveValue('A <b>title</b>')
    await expect(page.getByLabel('catégorie', { exact: true })).toHaveValue('gigs')
    await expect(page.getByLabel('lieu', { exact: true })).toHaveValue('NYC')
    await page.locator('form.fields').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await page.getByRole('button', { name: 'publier l’annonce' }).click()
    await expect(page.locator('#description-fault')).toHaveText('saisissez une description')
    await chooseLanguage(page, 'es')
    await expect(page.getByLabel('título', { exact: true })).toHaveValue('A <b>title</b>')
    await page.getByLabel('subcategoría', { exact: true }).selectOption('recompensas')
    await page.getByLabel('descripción', { exact: true }).fill('Una descripción.')
    await page.getByLabel('contacto (correo o teléfono)', { exact: true }).fill('ada@example.org')
    await page.getByRole('button', { name: 'publicar anuncio' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A <b>title</b>')
  })

  test('text typed into the edit form of a listing survives the switch', async ({ page, request }) => {
    const { id, manageToken } = await postManagedListing(request)
    await page.goto(`/listing/${id}`)
    await page.getByText('is this listing yours?', { exact: true }).click()
    await page.getByLabel('manage code', { exact: true }).fill(manageToken)
    await page.getByRole('button', { name: 'open', exact: true }).click()
    await page.getByLabel('title', { exact: true }).fill('another title')
    await chooseLanguage(page, 'es')
    await expect(page.getByLabel('código de gestión', { exact: true })).toHaveValue(manageToken)
    await expect(page.getByLabel('título', { exact: true })).toHaveValue('another title')
    await page.getByRole('button', { name: 'guardar' }).click()
    await expect(page).toHaveURL(`/listing/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('another title')
  })
})
