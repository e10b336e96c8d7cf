// Scanning in a real browser: a label in front of a camera, typed codes, and what is said where there is no camera.

import { encode } from 'uqr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { labelAddress } from '../../../src/domain/label.ts'
import { ScanPanel } from '../../../src/resource/scan/scan-panel.tsx'
import { renderUi } from '../../ui/render-ui.tsx'

const CODE = 'GH-7K3M9QXA'
const OTHER = 'GH-ABCDEFGH'

/** A camera whose picture is a canvas. */
function cameraOf(draw: (context: CanvasRenderingContext2D) => void): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const again = () => {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 640, 480)
    draw(context)
  }
  again()
  timers.push(setInterval(again, 50))
  return canvas.captureStream(20)
}

function drawCode(context: CanvasRenderingContext2D, text: string): void {
  const { data, size } = encode(text, { ecc: 'Q', border: 4 })
  const module = Math.floor(400 / size)
  context.fillStyle = '#000'
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) context.fillRect(120 + x * module, 40 + y * module, module, module)
    })
  })
}

const timers: ReturnType<typeof setInterval>[] = []
let shown: string
beforeEach(() => {
  shown = ''
})
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** With the library, as in browsers that have no detector of their own. */
function withCamera(): void {
  vi.stubGlobal('BarcodeDetector', undefined)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () =>
    cameraOf(context => {
      if (shown !== '') drawCode(context, shown)
    }),
  )
}

describe('in front of the camera', () => {
  test('labels are read one after the other, each once while it is held there', async () => {
    withCamera()
    const read: string[] = []
    await renderUi(<ScanPanel many onCode={code => read.push(code)} />)
    shown = labelAddress('https://console.example', CODE)
    await expect.poll(() => read).toEqual([CODE])
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(read).toEqual([CODE])
    shown = labelAddress('https://console.example', OTHER)
    await expect.poll(() => read).toEqual([CODE, OTHER])
    await expect.element(page.getByText('2 labels read')).toBeVisible()
  })

  test('a code of somebody else is said to be none', async () => {
    withCamera()
    const read: string[] = []
    await renderUi(<ScanPanel onCode={code => read.push(code)} />)
    shown = 'https://elsewhere.example/ticket/123'
    await expect.element(page.getByText('This is a code, but not one of a label from here.')).toBeVisible()
    expect(read).toEqual([])
  })

  test('the camera is given back when the panel goes', async () => {
    withCamera()
    const { unmount } = await renderUi(<ScanPanel onCode={() => undefined} />)
    const video = page.getByLabelText('Picture of the camera').element() as HTMLVideoElement
    await expect.poll(() => video.srcObject).not.toBeNull()
    const [track] = (video.srcObject as MediaStream).getTracks()
    await unmount()
    await expect.poll(() => track?.readyState).toBe('ended')
  })
})

describe('without a camera', () => {
  test.each([
    ['NotAllowedError', /^The camera was refused/],
    ['NotFoundError', /^No camera was found/],
  ])('%s is said in words, and the code can be typed', async (name, words) => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name))
    const read: string[] = []
    await renderUi(<ScanPanel onCode={code => read.push(code)} />)
    await expect.element(page.getByText(words)).toBeVisible()
    await page.getByLabelText('Code on the label').fill('gh 7k3')
    await page.getByRole('button', { name: 'Enter' }).click()
    await expect.element(page.getByText(/eight letters or digits/)).toBeVisible()
    expect(read).toEqual([])
    await page.getByLabelText('Code on the label').fill(CODE.toLowerCase())
    await userEvent.keyboard('{Enter}')
    expect(read).toEqual([CODE])
  })
})
