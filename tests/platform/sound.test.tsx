// Sounds that go on: they wait for a gesture, siren and bell take turns, and both come from one tab.
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { bell } from '../../src/platform/bell.ts'
import { armSound, loopOf, ring, silence, soundState } from '../../src/platform/sound.ts'
import { leadSound } from '../../src/platform/sound-tab.ts'

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

/** Another tab of this browser, which sounds until it is closed. */
async function otherTab(): Promise<() => void> {
  let close = () => {}
  await new Promise<void>(opened => {
    void navigator.locks.request('gatehouse-sound', () => {
      opened()
      return new Promise<void>(resolve => {
        close = resolve
      })
    })
  })
  return close
}

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

it('lets siren and bell take turns while both are wanted, and each go on when the other ends', async () => {
  await armSound()
  await expect.poll(soundState.read).toBe('armed')
  vi.useFakeTimers()
  try {
    sounding.length = 0
    low.ring()
    ring()
    expect(sounding).toEqual(['started', 'stopped'])
    vi.advanceTimersByTime(4_000)
    expect(sounding).toEqual(['started', 'stopped', 'started'])
    vi.advanceTimersByTime(3_000)
    expect(sounding.at(-1)).toBe('stopped')
    vi.advanceTimersByTime(4_000)
    expect(sounding.at(-1)).toBe('started')
    silence()
    const before = sounding.length
    vi.advanceTimersByTime(60_000)
    expect(sounding).toHaveLength(before)
    low.silence()
    expect(sounding.at(-1)).toBe('stopped')
  } finally {
    vi.useRealTimers()
  }
})

it('sounds the siren and the bell in the same tab, once this one is heard and no other sounds', async () => {
  await armSound()
  await expect.poll(soundState.read).toBe('armed')
  const closeOther = await otherTab()
  const told = { siren: [] as boolean[], bell: [] as boolean[] }
  const stopSiren = leadSound(sounds => told.siren.push(sounds))
  const stopBell = leadSound(sounds => told.bell.push(sounds))
  const held = await navigator.locks.query()
  expect(held.pending?.filter(({ name }) => name === 'gatehouse-sound')).toHaveLength(1)
  expect(told).toEqual({ siren: [], bell: [] })
  closeOther()
  await expect.poll(() => told).toEqual({ siren: [true], bell: [true] })
  stopSiren()
  expect(told).toEqual({ siren: [true, false], bell: [true] })
  const stopAgain = leadSound(sounds => told.siren.push(sounds))
  expect(told.siren).toEqual([true, false, true])
  stopAgain()
  stopBell()
  // Nobody asks any more: the next tab may.
  const closeNext = await otherTab()
  closeNext()
})
