// A file of a task that cannot be fetched: the person is told that the download failed, and why.
import { i18n } from '@lingui/core'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { taskFile } from '../../../src/contract/endpoints/message.ts'
import { FetchFile } from '../../../src/features/reports/fetch-file.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { RequestError } from '../../../src/platform/request-error.ts'
import type { Toast } from '../../../src/platform/toast.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

afterEach(() => configureHttp({}))

const press = async (answer: () => Response) => {
  configureHttp({ fetch: vi.fn(async () => answer()) })
  const { told } = await renderScreen(
    <FetchFile endpoint={taskFile} id={5} name="devices.xlsx" label="Download" />,
  )
  await userEvent.click(page.getByRole('button', { name: 'Download' }))
  return told
}
const words = ({ message }: Toast) => (message instanceof RequestError ? message.message : i18n._(message))

test('a file that is gone: the download, and the reason', async () => {
  const told = await press(() => Response.json({ code: 1404, id: 'row.unknown', msg: 'gone' }))
  await expect.poll(() => told.map(words)).toEqual([expect.stringMatching(/^Download problem: ./)])
})

test('a line that breaks: the download, and the reason', async () => {
  const told = await press(() => {
    throw new TypeError('Failed to fetch')
  })
  await expect.poll(() => told.map(words)).toEqual(['Download problem: No connection to the server'])
  expect(told[0]?.kind).toBe('error')
})

test('the end of the session speaks for itself', async () => {
  const told = await press(() => Response.json({ code: 208, id: 'session.ended', msg: 'ended' }))
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeEnabled()
  expect(told).toEqual([])
})
