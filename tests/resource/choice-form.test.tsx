// A form whose mandatory selection was not made says so under the field, and sends nothing.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { productView } from '../../src/features/devices/product.view.tsx'
import { configureHttp } from '../../src/platform/http.ts'
import '../../src/resource/later-error-words.ts'
import { RowForm } from '../../src/resource/row-form.tsx'
import { renderScreen } from './render-screen.tsx'

afterEach(() => configureHttp({}))

test('you must choose one', async () => {
  const fetch = vi.fn(async () => Response.json({ code: 0, data: null }))
  configureHttp({ fetch })
  const view = { ...productView, initial: {} }
  await renderScreen(<RowForm view={view} row={undefined} onCancel={() => {}} onSaved={() => {}} />)
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Helmet')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText('You must choose one')).toBeVisible()
  expect(fetch).not.toHaveBeenCalled()
})
