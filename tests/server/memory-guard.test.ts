// When a process begins to sweep earlier, and that the engine knows the flag.
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guardMemory } from '../../server/memory-guard.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function guarded(aboveMb: number, sizes: readonly number[]): string[] {
  const said: string[] = []
  let at = 0
  const guard = guardMemory({
    aboveMb,
    lookEveryMs: 10,
    resident: () => (sizes[at++] ?? 0) * 1e6,
    setFlags: flags => said.push(`${at}: ${flags}`),
  })
  vi.advanceTimersByTime(10 * sizes.length)
  guard.stop()
  vi.advanceTimersByTime(100)
  return said
}

test('sweeps earlier above the bound, and until it is well below again', () => {
  expect(guarded(500, [400, 500, 501, 800, 450, 401, 400, 300, 450])).toEqual([
    '3: --heap-growing-percent=25',
    '7: --heap-growing-percent=0',
  ])
})

test('is left alone where nobody set a bound', () => expect(guarded(0, [4000, 5000])).toEqual([]))

test('the engine knows the flag', () => {
  const flags = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  expect(flags).toMatch(/--heap-growing-percent/)
})
