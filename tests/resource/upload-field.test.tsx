// A form's image: what is accepted is said beforehand, and what is not is told before anything is sent.
import { i18n } from '@lingui/core'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MOST_UPLOAD_BYTES } from '../../src/domain/file/stored-file.ts'
import { RequestError } from '../../src/platform/request-error.ts'
import '../../src/resource/later-error-words.ts'
import { UploadField } from '../../src/resource/upload-field.tsx'
import { renderScreen } from './render-screen.tsx'

afterEach(() => vi.restoreAllMocks())

const show = async (answer = (_: XMLHttpRequest) => {}) => {
  const sent = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    answer(this)
  })
  const { told } = await renderScreen(<UploadField kind="image" label="Image" value="" onChange={() => {}} />)
  const choose = async (bytes: number, name: string, type: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('there is nowhere to choose a file')
    await userEvent.upload(input, new File([new Uint8Array(bytes)], name, { type }))
  }
  return { sent, choose, told }
}

test('formats and size are said before a file is chosen', async () => {
  await show()
  await expect.element(page.getByText('JPEG, PNG, WebP or GIF, up to 500 KB')).toBeVisible()
})

test.each([
  [
    'one byte too many',
    MOST_UPLOAD_BYTES.image + 1,
    'gate.jpg',
    'image/jpeg',
    'Images must be smaller than 500 KB',
  ],
  ['a format that is no picture', 10, 'gate.pdf', 'application/pdf', 'The file format is wrong'],
  ['a picture that could carry scripts', 10, 'gate.svg', 'image/svg+xml', 'The file format is wrong'],
])('%s is told, and not sent', async (_, bytes, name, type, words) => {
  const { sent, choose } = await show()
  await choose(bytes, name, type)
  await expect.element(page.getByText(words)).toBeVisible()
  expect(sent).not.toHaveBeenCalled()
})

test('a picture that fits is sent, and when it is there that is said', async () => {
  const { sent, choose, told } = await show(request => {
    const body = JSON.stringify({ code: 1, data: '/files/abcdefghijklmnopqrstuvwx' })
    Object.defineProperties(request, { status: { value: 200 }, responseText: { value: body } })
    request.dispatchEvent(new ProgressEvent('load'))
  })
  await choose(MOST_UPLOAD_BYTES.image, 'gate.jpg', 'image/jpeg')
  await expect
    .poll(() =>
      told.map(({ kind, message }) => [kind, message instanceof RequestError ? '' : i18n._(message)]),
    )
    .toEqual([['ok', 'Upload success']])
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a line that breaks is an error of uploading', async () => {
  const { choose } = await show(request => request.dispatchEvent(new ProgressEvent('error')))
  await choose(10, 'gate.jpg', 'image/jpeg')
  await expect.element(page.getByText('Upload error: No connection to the server')).toBeVisible()
})
