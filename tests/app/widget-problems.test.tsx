// What a widget complains of is told to the person who looks at it, through what wraps every screen.
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { Providers } from '../../src/app/providers.tsx'
import { listenToToasts, type Toast } from '../../src/platform/toast.ts'
import { Slider } from '../../src/ui/slider.tsx'

let told: Toast[]
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  told = []
  // In place of the toasts, which would fetch every page of the console.
  listenToToasts(toast => told.push(toast))
})
afterEach(cleanup)

const slider = { label: 'Position', min: 0, max: 10, onChange: () => undefined }
const sliders = (value: number) => (
  <Providers>
    <Slider {...slider} value={value} mc="track" />
    <Slider {...slider} value={value} label="Volume" />
  </Providers>
)

test('a slider that was given no mc says so, once, as something that is wrong; one with mc says nothing', async () => {
  const screen = await render(sliders(4))
  await expect.poll(() => told.length).toBe(1)
  await screen.rerender(sliders(5))
  expect(told.map(({ kind, message }) => [kind, 'id' in message && message.id])).toEqual([
    ['error', 'The slider has no mc value'],
  ])
})
