// A list of the engine as a person meets it: filters in the address, commands row by row, undo, keyboard, form.
import { setupI18n } from '@lingui/core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import '../../src/resource/later-error-words.ts'
import { alarm } from '../../src/domain/alarm/alarm.ts'
import { product } from '../../src/domain/device/catalogue.ts'
import { alarmView } from '../../src/features/alarms/alarm.view.tsx'
import { productView } from '../../src/features/devices/product.view.tsx'
import { probe } from '../../src/platform/connection.ts'
import { RequestError } from '../../src/platform/request-error.ts'
import { endSession } from '../../src/platform/session-store.ts'
import { listenToToasts, type Toast } from '../../src/platform/toast.ts'
import { exportRows } from '../../src/resource/export-rows.ts'
import { ListPage } from '../../src/resource/list-page.tsx'
import { type FakeBackEnd, fakeBackEnd } from '../fakes/fake-back-end.ts'
import { renderScreen } from './render-screen.tsx'
import { signIn } from './sign-in.ts'

const rowOf = (id: number) => ({
  id,
  version: 1,
  createdAt: 1_700_000_000_000,
  updatedAt: 1_700_000_000_000,
  name: `Helmet ${id}`,
  model: id % 2 ? 'H1' : 'H2',
  status: id % 3 === 0 ? 'disabled' : 'enabled',
  sort: id,
  deviceCount: id,
})

let server: FakeBackEnd

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = fakeBackEnd([{ entity: product, rows: Array.from({ length: 45 }, (_, at) => rowOf(at + 1)) }])
})

const screen = () => <ListPage view={productView} />
const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first()
const box = (name: string) => row(name).getByRole('checkbox')

describe('the address', () => {
  test('a chosen state, a page and a sort stand in it, and back takes them off', async () => {
    const shown = await renderScreen(screen())
    await expect.element(page.getByText('45', { exact: true }).first()).toBeVisible()
    await page.getByText('Disabled', { exact: true }).first().click()
    await expect.poll(shown.search).toEqual({ status: 'disabled' })
    await expect.poll(() => server.askedFor('product/page').at(-1)).toMatchObject({ status: ['disabled'] })
    await expect.element(page.getByText('Helmet 3', { exact: true })).toBeVisible()
    shown.back()
    await expect.element(page.getByText('Helmet 1', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(shown.search).toEqual({ page: 2 })
    await expect.element(page.getByText('Helmet 21', { exact: true })).toBeVisible()
  })

  test('an address opens the list it describes', async () => {
    await renderScreen(screen(), { address: '/?status=disabled&sort=-sort&q=Helmet' })
    await expect.element(page.getByText('Helmet 45', { exact: true })).toBeVisible()
    expect(server.askedFor('product/page').at(-1)).toMatchObject({
      q: 'Helmet',
      sort: '-sort',
      status: ['disabled'],
      page: 1,
    })
  })

  test('nothing found says so and offers the way out', async () => {
    const shown = await renderScreen(screen(), { address: '/?q=nowhere' })
    await expect.element(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect.poll(shown.search).toEqual({})
    await expect.element(page.getByText('Helmet 1', { exact: true })).toBeVisible()
  })

  test('typing searches after a pause and leaves page two', async () => {
    const shown = await renderScreen(screen(), { address: '/?page=2' })
    await page.getByRole('searchbox').fill('Helmet 7')
    await expect.poll(shown.search).toEqual({ q: 'Helmet 7' })
    await expect.element(page.getByText('Helmet 7', { exact: true })).toBeVisible()
  })
})

describe('commands', () => {
  test('one command for several rows, and undo takes it back', async () => {
    const shown = await renderScreen(screen())
    await box('Helmet 1').click()
    await box('Helmet 2').click()
    await page.getByRole('button', { name: 'Disable' }).click()
    await expect.poll(() => server.askedFor('product/disable')).toEqual([{ ids: [1, 2] }])
    await expect.poll(() => shown.told.length).toBe(1)
    shown.told[0]?.undo?.()
    await expect.poll(() => server.askedFor('product/enable')).toEqual([{ ids: [1, 2] }])
  })

  test('what one of the chosen rows does not allow is offered for the others, and says why it is left out', async () => {
    await renderScreen(screen())
    await box('Helmet 1').click()
    await expect.element(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
    await box('Helmet 2').click()
    await box('Helmet 3').click()
    await page.getByRole('button', { name: 'Disable (2 of 3)' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent(/Helmet 1, Helmet 2.*1 is left out:Helmet 3Disabled/)
    expect(server.askedFor('product/disable')).toEqual([])
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await expect.poll(() => server.askedFor('product/disable')).toEqual([{ ids: [1, 2] }])
    // The one that was left out stays chosen, for what it does allow.
    await expect.element(page.getByText('1 selected')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Enable', exact: true })).toBeVisible()
  })

  test('all that the filter finds are given a command as a task, with how far it is and what became of them', async () => {
    server.answer('product/disable/found', { taskId: 7, rows: 30 })
    const row = {
      ...{ id: 7, version: 1, createdAt: 1, updatedAt: 1, kind: 'command', entity: 'product', format: 'csv' },
      ...{
        state: 'running',
        fileName: 'Disable.csv',
        rows: 12,
        failedRows: 0,
        skippedRows: 0,
        dryRun: false,
      },
      ...{ totalRows: 30, bytes: null, reason: null, userName: 'me', finishedAt: null },
    }
    server.answer('task/get', row)
    await renderScreen(screen(), { address: '/?status=enabled' })
    await box('Helmet 1').click()
    await page.getByRole('button', { name: 'Choose all 30 found' }).click()
    await expect.element(page.getByText('All 30 found')).toBeVisible()
    await expect.element(box('Helmet 2')).toBeChecked()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent(/all 30 rows that the filter finds/)
    await dialog.getByRole('button', { name: 'Disable (30)' }).click()
    await expect
      .poll(() => server.askedFor('product/disable/found'))
      .toMatchObject([{ query: { status: '1' }, expected: 30, nameOf: 'name' }])
    await expect.element(dialog).toMatchTextContent(/12 of 30 rows/)
    server.answer('task/get', { ...row, state: 'done', rows: 30, failedRows: 2, finishedAt: 1, bytes: 99 })
    await expect.element(dialog).toMatchTextContent(/28 of 30 done, 2 refused\./)
    await expect.element(dialog.getByRole('button', { name: 'Result of each row' })).toBeVisible()
  })

  test('a box that is cleared leaves all that is found, and only the rows are meant again', async () => {
    await renderScreen(screen())
    await box('Helmet 1').click()
    await page.getByRole('button', { name: 'Choose all 45 found' }).click()
    await box('Helmet 2').click()
    await expect.element(page.getByText('19 selected')).toBeVisible()
  })

  test('refused rows are listed with their reason', async () => {
    server.refuseRow(2, 'row.inUse')
    await renderScreen(screen())
    await box('Helmet 1').click()
    await box('Helmet 2').click()
    await page.getByRole('button', { name: 'Disable' }).click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent(/Helmet 2It is still in use/)
  })

  test('removing asks, and can be taken back', async () => {
    const shown = await renderScreen(screen())
    await box('Helmet 1').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent(/Helmet 1/)
    expect(server.askedFor('product/remove')).toEqual([])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByText('Helmet 1', { exact: true })).not.toBeInTheDocument()
    await expect.poll(() => shown.told.at(-1)?.undo).toBeDefined()
    shown.told.at(-1)?.undo?.()
    await expect.element(page.getByText('Helmet 1', { exact: true })).toBeVisible()
  })

  test('a question that is given up gives the focus back to what asked it', async () => {
    await renderScreen(screen())
    await box('Helmet 1').click()
    const remove = page.getByRole('button', { name: 'Delete' })
    await remove.click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(remove).toHaveFocus()
  })

  test('a person without the permissions sees no way to change anything', async () => {
    await renderScreen(screen(), { permissions: ['product.read'] })
    await expect.element(page.getByText('Helmet 1', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Add product' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
    expect(page.getByRole('checkbox').elements()).toHaveLength(0)
  })
})

describe('the panel', () => {
  test('J and K walk the list with the panel open, Escape closes it', async () => {
    const shown = await renderScreen(screen())
    // The address changes before the panel is drawn.
    const opens = async (id: number) => {
      await expect.poll(shown.search).toEqual({ open: id })
      const panel = page.getByRole('complementary', { name: `Helmet ${id}`, exact: true })
      await expect.element(panel).toBeVisible()
    }
    await row('Helmet 1').click()
    await opens(1)
    await userEvent.keyboard('j')
    await opens(2)
    await userEvent.keyboard('k')
    await opens(1)
    await userEvent.keyboard('{Escape}')
    await expect.poll(shown.search).toEqual({})
  })
})

describe('the form', () => {
  test('says in words what is missing and sends nothing', async () => {
    await renderScreen(screen())
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByRole('textbox', { name: 'Model' }).fill('H9')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('Must not be empty')).toBeVisible()
    expect(server.askedFor('product/save')).toEqual([])
  })

  test('shows the refusal of the server at its field', async () => {
    await renderScreen(screen())
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Helmet 1')
    server.refuse('product/save', { id: 'field.duplicate', field: 'name' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('This value is already in use')).toBeVisible()
  })

  test('saves a change with the version it was made on', async () => {
    const shown = await renderScreen(screen(), { address: '/?form=5' })
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect.element(name).toHaveValue('Helmet 5')
    await name.fill('Helmet five')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => server.askedFor('product/save')).toHaveLength(1)
    expect(server.askedFor('product/save')[0]).toMatchObject({ id: 5, version: 1, name: 'Helmet five' })
    await expect.poll(shown.search).toEqual({ open: 5 })
  })

  test('a row changed by somebody else is loaded anew under the own input', async () => {
    await renderScreen(screen(), { address: '/?form=5' })
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
    server.refuse('product/save', { id: 'row.changed', code: 1409 })
    await page.getByRole('button', { name: 'Save' }).click()
    const [stored] = server.rows('product').filter(each => each.id === 5)
    Object.assign(stored ?? {}, { version: 4, model: 'Theirs' })
    await page.getByRole('button', { name: 'Load the new version and keep my changes' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Model' })).toHaveValue('Theirs')
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => server.askedFor('product/save').at(-1))
      .toMatchObject({ version: 4, name: 'Mine' })
  })

  test('unsaved input is not lost without a question', async () => {
    const shown = await renderScreen(screen(), { address: '/?form=5' })
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('Discard what you entered?')).toBeVisible()
    await page
      .getByRole('dialog', { name: 'Discard what you entered?' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    expect(shown.search()).toEqual({ form: 5 })
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine')
  })
})

describe('what was typed when a session ended', () => {
  const name = () => page.getByRole('textbox', { name: 'Name' })
  const expireAt = async (address: string, typed: string) => {
    await renderScreen(screen(), { address })
    await name().fill(typed)
    endSession('expired')
    await cleanup()
  }

  test.each(['/?form=5', '/?form=new'])('is there again for the same person at %s', async address => {
    await expireAt(address, 'Half a na')
    await renderScreen(screen(), { address })
    await expect.element(name()).toHaveValue('Half a na')
    await expect.element(page.getByRole('button', { name: 'Start over' })).toBeVisible()
  })

  test('lies over what others changed meanwhile, and only that', async () => {
    await expireAt('/?form=5', 'Mine')
    const [stored] = server.rows('product').filter(each => each.id === 5)
    Object.assign(stored ?? {}, { version: 4, name: 'Theirs', model: 'Theirs' })
    await renderScreen(screen(), { address: '/?form=5' })
    await expect.element(name()).toHaveValue('Mine')
    await expect.element(page.getByRole('textbox', { name: 'Model' })).toHaveValue('Theirs')
  })

  test('is nothing for another person', async () => {
    await expireAt('/?form=5', 'Half a na')
    await renderScreen(screen(), { address: '/?form=5', facts: { id: 8 } })
    await expect.element(name()).toHaveValue('Helmet 5')
  })

  test('is gone once its owner gave it up', async () => {
    await expireAt('/?form=5', 'Half a na')
    const shown = await renderScreen(screen(), { address: '/?form=5' })
    await page.getByRole('button', { name: 'Cancel' }).click()
    const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(shown.search).toEqual({})
    shown.go('/?form=5')
    await expect.element(name()).toHaveValue('Helmet 5')
  })
})

describe('what goes wrong', () => {
  test('no connection and nothing stored says both', async () => {
    server.cut()
    const shown = await renderScreen(screen())
    await expect.element(page.getByRole('alert')).toMatchTextContent(/No connection to the server/)
    server.mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Helmet 1', { exact: true })).toBeVisible()
    expect(shown.told).toEqual([])
  })

  test('a refused list shows the refusal, not an empty list', async () => {
    server.refuse('product/page', { id: 'forbidden', code: 1403 })
    await renderScreen(screen())
    await expect.element(page.getByText('You may not see this page')).toBeVisible()
  })

  test('a failed command is told', async () => {
    const shown = await renderScreen(screen())
    await box('Helmet 1').click()
    server.refuse('product/disable', { id: 'throttled', code: 1429 })
    await page.getByRole('button', { name: 'Disable' }).click()
    await expect.poll(() => shown.told.length).toBe(1)
    expect(shown.told[0]?.message).toBeInstanceOf(RequestError)
    await expect.element(row('Helmet 1')).toMatchTextContent(/Enabled/)
  })
})

describe('on a phone', () => {
  test('rows are cards, the panel is the page', async () => {
    await page.viewport(390, 800)
    const shown = await renderScreen(screen())
    await page
      .getByRole('button', { name: /Helmet 1\b/ })
      .first()
      .click()
    await expect.poll(shown.search).toEqual({ open: 1 })
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect.poll(shown.search).toEqual({})
  })

  test('all that stands above the cards is one row of filters, as high as a finger', async () => {
    await page.viewport(390, 800)
    await renderScreen(screen())
    const first = page.getByRole('listitem').first()
    await expect.element(first).toBeVisible()
    const states = page.getByRole('radiogroup').element().getBoundingClientRect()
    const above = first.element().getBoundingClientRect().top
    const main = page.getByRole('heading', { level: 1 }).element().closest('section')
    expect(above - (main?.getBoundingClientRect().top ?? 0)).toBeLessThanOrEqual(80)
    for (const name of ['Filter', 'More actions']) {
      const { top, right } = page.getByRole('button', { name }).element().getBoundingClientRect()
      expect(Math.abs(top - states.top), name).toBeLessThan(16)
      expect(right, name).toBeLessThanOrEqual(390)
    }
  })

  test('the search unfolds where somebody searches, and stays while something is searched for', async () => {
    await page.viewport(390, 800)
    const shown = await renderScreen(screen())
    const field = page.getByRole('searchbox', { name: 'Search' })
    const width = () => field.element().closest('label')?.getBoundingClientRect().width ?? 0
    await expect.element(field).toBeInTheDocument()
    expect(width()).toBeLessThan(50)
    await field.fill('Helmet 1')
    expect(width()).toBeGreaterThan(120)
    await expect.poll(shown.search).toEqual({ q: 'Helmet 1' })
    await page.getByRole('listitem').first().click()
    expect(width()).toBeGreaterThan(120)
  })

  test('a command with nothing selected says so', async () => {
    await page.viewport(390, 800)
    const shown = await renderScreen(screen())
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    expect(shown.told.map(telling => telling.message)).toMatchObject([{ message: 'Nothing selected' }])
  })
})

test('the chosen columns are remembered for the person', async () => {
  await renderScreen(screen())
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Model' }).click()
  await expect.element(page.getByRole('columnheader', { name: 'Model' })).not.toBeInTheDocument()
  const kept = () => Object.keys(localStorage).filter(key => key.startsWith('gatehouse-kept-1-7-columns'))
  await expect.poll(kept).toEqual(['gatehouse-kept-1-7-columns-product'])
})

test('an export carries the columns as shown and the words of the person', async () => {
  await renderScreen(screen(), { address: '/?status=enabled' })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  await expect.poll(() => server.askedFor('product/export')).toHaveLength(1)
  expect(server.askedFor('product/export')[0]).toMatchObject({
    format: 'csv',
    query: { status: ['enabled'], sort: 'sort' },
    words: { status: { enabled: 'Enabled' } },
    english: true,
  })
})

test('an export for who reads Chinese keeps the Chinese names', async () => {
  signIn(['*'])
  const i18n = setupI18n({ locale: 'cn', messages: { cn: {} } })
  await exportRows({ view: productView, format: 'csv', layout: { hidden: [], order: [] }, query: {} }, i18n)
  expect(server.askedFor('product/export')).toHaveLength(1)
  expect(server.askedFor('product/export')[0]).not.toHaveProperty('english')
})

test('without a connection the export says why it cannot start', async () => {
  const health = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await probe()
  await renderScreen(screen())
  await page.getByRole('button', { name: 'Export' }).click()
  const entry = page.getByRole('menuitem', { name: /CSV/ })
  await expect.element(entry).toHaveAccessibleDescription('No connection. This is not kept for later.')
  await entry.click({ force: true })
  health.mockResolvedValue(Response.json({}))
  await probe()
  await expect.element(entry).toHaveAccessibleDescription('')
  health.mockRestore()
  expect(server.askedFor('product/export')).toEqual([])
})

test('an export without dates is of this month until today, says so, and leaves out nothing that was ticked', async () => {
  server = fakeBackEnd([{ entity: alarm, rows: [] }])
  signIn(['*'])
  const told: Toast[] = []
  listenToToasts(telling => told.push(telling))
  const order = { view: alarmView, format: 'csv', layout: { hidden: [], order: [] }, query: {} } as const
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  await exportRows(order, i18n)
  await exportRows({ ...order, ids: [1, 2] }, i18n)
  const [blank, ticked] = server.askedFor('alarm/export') as { query?: Record<string, number> }[]
  const from = new Date(blank?.query?.raisedAtFrom ?? 0)
  const to = new Date(blank?.query?.raisedAtTo ?? 0)
  const today = new Date()
  expect([from.getDate(), from.getHours(), from.getMonth()]).toEqual([1, 0, today.getMonth()])
  expect([to.getDate(), to.getHours(), to.getMinutes()]).toEqual([today.getDate(), 23, 59])
  expect(ticked).not.toHaveProperty('query')
  expect(told[0]?.message).toMatchObject({ message: expect.stringMatching(/for other dates set the filter/) })
})
