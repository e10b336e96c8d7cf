// The end of a session here: what is told to the server, when, and that whoever comes next is not kept waiting.
import { beforeEach, expect, test, vi } from 'vitest'

const happened = vi.hoisted((): string[] => [])
const purge = vi.hoisted(() => ({ finish: () => {} }))
vi.mock('../../src/app/purge.ts', () => ({
  purgePrivateData: () => {
    happened.push('purge begins')
    return new Promise<void>(resolve => {
      purge.finish = () => {
        happened.push('purge ends')
        resolve()
      }
    })
  },
  hidePrivateData: async () => {},
  makeRoomFor: async () => false,
  nameOfPerson: () => '',
  personHere: () => undefined,
}))
vi.mock('../../src/platform/http.ts', () => ({
  sendRequest: async ({ path }: { path: string }) => {
    happened.push(`calls ${path}`)
  },
}))
vi.mock('../../src/platform/queue-store.ts', () => ({ waitingQueues: async () => [] }))
vi.mock('../../src/platform/service-worker.ts', () => ({ registerServiceWorker: async () => {} }))
vi.mock('../../src/app/query-client.ts', () => ({ openCache: async () => {} }))
vi.mock('../../src/app/language.ts', () => ({ keepLanguage: () => {}, wireLanguage: () => 'EN' }))
vi.mock('../../src/app/skin.ts', () => ({ getSkin: () => 'blue', showSkin: () => {} }))

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('location', { hash: '#/DeviceList' })

const { signIn } = await import('../resource/sign-in.ts')
const { endSession } = await import('../../src/platform/session-store.ts')
const { followSessionEnds, leave } = await import('../../src/app/session-life.ts')
followSessionEnds()

beforeEach(() => {
  endSession('expired')
  happened.length = 0
})

test('the answer that clears the storage comes after the purge of it, never in between', async () => {
  signIn(['*'])
  leave()
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(happened).toEqual(['purge begins'])
  purge.finish()
  await vi.waitFor(() => expect(happened).toEqual(['purge begins', 'purge ends', 'calls auth/logout']))
})
