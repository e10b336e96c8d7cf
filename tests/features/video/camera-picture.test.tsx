// The picture of one camera in another page, in a real browser: it holds a line while it is shown, and says why there is none.
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CameraPicture } from '../../../src/features/video/camera-picture.tsx'
import { wrapUi } from '../../ui/render-ui.tsx'
import { wallStage } from './wall-stage.ts'

let stage: ReturnType<typeof wallStage>
beforeEach(() => {
  stage = wallStage()
})

/** As large as its tile. */
const tile = (content: ReactNode) =>
  wrapUi(<div style={{ position: 'relative', inlineSize: 400, blockSize: 300 }}>{content}</div>)

test('holds a line while it is shown, and none once it is not', async () => {
  const shown = await render(tile(<CameraPicture ports={stage.ports} cameraId={4} name="Gate" />))
  await expect.poll(() => stage.open().length).toBe(1)
  await stage.pass(1)
  await expect.element(page.getByLabelText('Live picture of Gate')).toBeVisible()
  await shown.rerender(tile(<p>Another scene</p>))
  await expect.poll(() => stage.open().length).toBe(0)
  // Time passes: nothing is fetched for what nobody sees.
  await stage.pass(30)
  expect(stage.open()).toEqual([])
})

test('says in words that the camera is away, and comes back by itself', async () => {
  stage.refuse(4, 'unreachable')
  await render(tile(<CameraPicture ports={stage.ports} cameraId={4} name="Gate" />))
  await expect.element(page.getByRole('status')).toBeVisible()
  await expect.poll(() => page.getByRole('status').element().textContent).not.toBe('')
  stage.refuse(4, undefined)
  await stage.pass(60)
  await expect.poll(() => stage.open().length).toBe(1)
})
