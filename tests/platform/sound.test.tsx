// Sounds that go on: they wait for a gesture, and the siren drowns the bell.
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { bell } from '../../src/platform/bell.ts'
import { armSound, loopOf, ring, silence, soundState } from '../../src/platform/sound.ts'

const sounding: string[] = []
const low = loopOf(() => {
  sounding.push('started')
  return () => sounding.push('stopped')
})

afterEach(async () => {
  low.silence()
  silence()
  bell.silence()
  await cleanup()
})

it('starts with the gesture, gives way to the siren, and comes back', async () => {
  low.ring()
  await render(
    <button type="button" onClick={() => void armSound()}>
      Sound
    </button>,
  )
  await page.getByRole('button', { name: 'Sound' }).click()
  await expect.poll(soundState.read).toBe('armed')
  await expect.poll(() => sounding).toEqual(['started'])
  ring()
  expect(sounding).toEqual(['started', 'stopped'])
  silence()
  expect(sounding).toEqual(['started', 'stopped', 'started'])
  low.silence()
  expect(sounding.at(-1)).toBe('stopped')
  bell.ring()
  bell.silence()
})
