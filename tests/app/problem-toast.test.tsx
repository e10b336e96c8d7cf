// What is wrong with a control is a toast of the console, whoever uses the control.
import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Providers } from '../../src/app/providers.tsx'
import { CallError } from '../../src/platform/call-error.ts'
import { listenToTellings, type Telling } from '../../src/platform/tell.ts'
import { Slider } from '../../src/ui/slider.tsx'

test('a slider without mc is told as an error', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const told: Telling[] = []
  listenToTellings(telling => told.push(telling))
  await render(
    <Providers>
      <Slider label="Position" min={0} max={10} value={4} onChange={() => {}} />
    </Providers>,
  )
  await expect
    .poll(() => told.map(({ kind, message }) => [kind, message instanceof CallError ? '' : message.message]))
    .toEqual([['error', 'The slider has no mc value']])
})
