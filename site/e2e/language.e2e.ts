import { languageNames, languages, linkTo } from '#domain/language.ts'
import { inLanguage } from '#domain/in-language.ts'
import {
  application,
  fillApplyForm,
  findApplyForm,
  openApplyForm,
  readApplyForm,
} from './support/apply-form.ts'
import { makeEvent, pickYear, storeEvents } from './support/events.ts'
import { chooseLanguage } from './support/language.ts'
import { listBrokenWords } from './support/layout.ts'
import { makeListing, postListing } from './support/listings.ts'
import { findNotice, postByForm } from './support/managed-listings.ts'
import { waitForScript, fillPostForm, findPostForm, openPostForm } from './support/post-form.ts'
import { serveAsStaticHost } from './support/static-host.ts'
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
  await page.getByRole('banner').getByRole('link', { name: 'publicar' }).click()
  await expect(page).toHaveURL('/es/post')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('publicar en founderlist')
  await chooseLanguage(page, 'fr')
  await expect(page).toHaveURL('/fr/post')
  await page.getByRole('banner').getByRole('link', { name: 'founderlist' }).click()
  await expect(page).toHaveURL('/fr')
  await expect(page.getByRole('button', { name: 'rechercher' })).toBeVisible()
  await chooseLanguage(page, 'en')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'search' })).toBeVisible()
})

for (const language of languages) {
  test(`no word of the home page is broken on a narrow phone in ${languageNames[language]}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(linkTo('/', language))
    // A listing's title may be one long word.
    const broken = await listBrokenWords(page)
    expect(broken.filter((word) => word.length <= 40)).toEqual([])
  })
}

test('path, query, fragment and filters survive the switch', async ({ page }) => {
  const day = `${pickYear()}-05-04`
  await storeEvents([makeEvent({ date: `${day}T20:00:00Z`, location: 'Homebrew' })])
  const address = `/events/${day}?venue=Homebrew&topic=AI`
  await page.goto(`/events/${day}#main`)
  await page.getByRole('combobox', { name: 'venue' }).selectOption('Homebrew')
  await page.getByRole('combobox', { name: 'topic' }).selectOption('AI')
  await expect(page.getByText('no AI events. 1 event')).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.evaluate(() => (location.hash = '#main'))
  await chooseLanguage(page, 'es')
  await expect(page).toHaveURL(`/es${address}#main`)
  await expect(page.getByText('ningún evento “IA”. 1 evento')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'sede' })).toHaveValue('Homebrew')
  const topic = page.getByRole('combobox', { name: 'tema' })
  await expect(topic).toHaveValue('AI')
  await topic.selectOption('Levantar capital / Inversión')
  await expect(page).toHaveURL(/topic=Fundraising/)
  await page.getByRole('button', { name: 'quitar todos los filtros' }).click()
  await expect(topic).toHaveValue('all')
  await expect(page).toHaveURL('/es/events')
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
  await page.waitForURL('/es?city=NYC')
  await expect(page.getByRole('region', { name: /^Notificaciones/ })).toContainText(
    'Tu anuncio se ha publicado.',
  )
  await page.goto('/es/category/gigs/bounties')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('recompensas')
  // Visitors' texts are not translated.
  await expect(page.getByRole('listitem').filter({ hasText: listing.title })).toContainText(
    'We build in public.',
  )
  await page.goto('/es/post')
  await waitForScript(page)
  await expect(field('título'), 'typed text is restored only once').toHaveValue('')
})

test('text typed into the application survives the switch', async ({ page }) => {
  await openApplyForm(page)
  await fillApplyForm(page)
  await chooseLanguage(page, 'fr')
  await inLanguage('fr', async () => {
    await expect(findApplyForm(page).submit).toBeEnabled()
    expect(await readApplyForm(page)).toEqual(application)
  })
})

test('the manage link, which is shown only once, survives the switch', async ({ page }) => {
  await postByForm(page)
  const link = await findNotice(page).link.textContent()
  await chooseLanguage(page, 'fr')
  await expect(
    page.getByRole('region', { name: 'votre lien de gestion' }).getByRole('link', { name: /#manage=/ }),
  ).toHaveText(link?.replace('/listing/', '/fr/listing/') ?? '')
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
  ).toHaveText(link?.replace('/listing/', '/es/listing/') ?? '')
  await expect(page).toHaveURL('/es')
})

test('a subcategory chosen in English is still chosen in the other language', async ({ page }) => {
  await openPostForm(page)
  await findPostForm(page).category.selectOption('jobs')
  await findPostForm(page).subcategory.selectOption('sales biz dev')
  await chooseLanguage(page, 'fr')
  await expect(page.getByLabel('sous-catégorie', { exact: true })).toHaveValue('sales biz dev')
  await expect(page.getByRole('option', { name: 'ventes et développement commercial' })).toBeAttached()
})

test('errors of the page and of the server are in the chosen language', async ({
  page,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(404))
  await page.goto('/fr/post')
  await waitForScript(page)
  await page.getByRole('button', { name: 'publier l’annonce' }).click()
  await expect(page.locator('#category-fault')).toHaveText('choisissez une catégorie')
  await page.goto('/fr/listing/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('annonce introuvable')
  await serveAsStaticHost(page)
  await page.goto('/fr/listing/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('annonce introuvable')
  await page.goto('/fr/nothing')
  await expect(page.locator('html[lang=fr]')).toBeVisible()
})

/** No host, scheme, wildcard, eval or inline code without a hash. */
const strictDirective = /^(img-src 'self' data:|[a-z-]+ 'none'|[a-z-]+ 'self'( 'sha256-[\w+/=]{44}')*)$/

test('fault 62, 96: all links and forms of a page stay in its language, and its policy is strict', async ({
  page,
  request,
  expectFailedLoads,
}) => {
  expectFailedLoads(status(404))
  const { id } = await postListing(request, { category: 'gigs', subcategory: 'bounties' })
  const event = makeEvent({ date: `${pickYear()}-05-04T20:00:00Z` })
  await storeEvents([event])
  const own = [
    '/',
    '/?q=founder',
    '/events',
    `/event/${event.id}`,
    '/calendar',
    '/category/gigs',
    `/listing/${id}`,
  ]
  const fixed = [
    '/post',
    '/about',
    '/apply',
    '/mentors',
    '/sponsors',
    '/team',
    '/contact',
    '/transparency',
    '/events/suggest',
    '/nothing',
  ]
  for (const path of [...own, ...fixed]) {
    const answer = await page.goto(linkTo(path, 'es'))
    const policy = answer?.headers()['content-security-policy']?.split('; ') ?? ['none']
    expect([path, policy.filter((directive) => !strictDirective.test(directive))]).toEqual([path, []])
    const addresses = await page
      .locator(
        'a[href^="/"]:not([hreflang]), form[action^="/"], [formaction^="/"], link[rel=alternate][type]',
      )
      .evaluateAll((elements) =>
        elements.map((element) =>
          ['href', 'action', 'formaction'].map((name) => element.getAttribute(name)).find((value) => value),
        ),
      )
    expect(addresses.length).toBeGreaterThan(5)
    const leaving = addresses.filter((address) => !/^\/(es([/?#]|$)|api\/)/.test(address ?? ''))
    expect([path, leaving]).toEqual([path, []])
    for (const language of languages.filter((each) => each !== 'es')) {
      const link = page.locator(`a[hreflang=${language}]`)
      await expect(link).toHaveAttribute('href', linkTo(path === '/nothing' ? '/' : path, language))
    }
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the switch keeps path and query, and pages are in the chosen language', async ({ page, request }) => {
    const listing = await postListing(request, { category: 'resumes', subcategory: 'product' })
    await page.goto('/category/resumes/product?city=SF')
    await chooseLanguage(page, 'es')
    await expect(page).toHaveURL('/es/category/resumes/product?city=SF')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('producto')
    await page.getByRole('link', { name: listing.title }).click()
    await expect(page.getByRole('heading', { name: 'datos de contacto' })).toBeVisible()
    await page.goto('/es?q=zzzzqqqq')
    await expect(page.getByText('sin resultados', { exact: true })).toBeVisible()
  })

  test('a post and an edit are answered in the language of the form, with the typed text after a refusal', async ({
    page,
    expectFailedLoads,
  }) => {
    expectFailedLoads(status(400))
    await page.goto('/fr/post')
    await page.getByLabel('titre', { exact: true }).fill('A <b>title</b>')
    await page.getByLabel('catégorie', { exact: true }).selectOption('gigs')
    await page.locator('form.fields').evaluate((form: HTMLFormElement) => (form.noValidate = true))
    await page.getByRole('button', { name: 'publier l’annonce' }).click()
    await expect(page.locator('#description-fault')).toHaveText('saisissez une description')
    await expect(page.getByLabel('titre', { exact: true })).toHaveValue('A <b>title</b>')
    await page.getByLabel('sous-catégorie', { exact: true }).selectOption('bounties')
    await page.getByLabel('description', { exact: true }).fill('Une description.')
    await page.getByLabel('contact (e-mail ou téléphone)', { exact: true }).fill('ada@example.org')
    await page.getByRole('button', { name: 'publier l’annonce' }).click()
    await expect(page).toHaveURL(/\/fr\/listing\/[^/]+#manage=/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A <b>title</b>')
    await page.getByRole('button', { name: 'modifier' }).click()
    await page.getByLabel('titre', { exact: true }).fill('another title')
    await page.getByRole('button', { name: 'enregistrer' }).click()
    await expect(page).toHaveURL(/\/fr\/listing\/[^/]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('another title')
  })
})
