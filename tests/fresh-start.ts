// Begins each file of tests anew in a process that has run others: nothing they loaded, put in place of something or
// stopped is there any more.
import { afterAll, vi } from 'vitest'

vi.resetModules()

afterAll(async () => {
  await vi.dynamicImportSettled()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
