// How calls reach their code: it is loaded while nothing rings, or by the first call, and hears everything from there on,
// in order.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallPart, CallSurroundings } from '../../src/app/live-calls.ts'
import type { CallNotice, DirectCall } from '../../src/contract/messages.ts'
import type { Toast } from '../../src/platform/toast.ts'

const direct = (callId: number): DirectCall => ({
  code: '5088',
  callId,
  callerId: 9,
  callerName: '王队',
  calleeId: 7,
  pushTime: callId,
  expiresAt: callId + 30_000,
})
const news = (callId: number): CallNotice => ({
  code: 'call',
  callId,
  kind: 'direct',
  imei: null,
  state: 'missed',
  answeredById: null,
  answeredBy: null,
  endReason: 'cancelled',
  at: 1,
})

let heard: string[]
let surroundings: CallSurroundings | undefined
let fails: boolean
const broker = {} as CallSurroundings['broker']

async function freshModule() {
  vi.resetModules()
  return import('../../src/app/live-calls.ts')
}
let calls: Awaited<ReturnType<typeof freshModule>>
let told: Toast[]

beforeEach(async () => {
  heard = []
  told = []
  fails = false
  surroundings = undefined
  vi.doMock('../../src/app/call-part.tsx', () => {
    if (fails) throw new Error('no such chunk')
    return {
      createCallPart(given: CallSurroundings): CallPart {
        surroundings = given
        return {
          Host: () => null,
          start: () => heard.push('start'),
          stop: () => heard.push('stop'),
          hear: message =>
            heard.push(`${message.code} ${'callId' in message && message.callId ? message.callId : ''}`),
          pending: list => heard.push(`pending ${list.map(({ callId }) => callId).join(' ')}`),
          engaged: busy => heard.push(`engaged ${busy}`),
        }
      },
    }
  })
  calls = await freshModule()
  const { listenToToasts } = await import('../../src/platform/toast.ts')
  listenToToasts(toast => told.push(toast))
})

afterEach(async () => {
  // What is still on its way comes to the stand-in.
  calls.stopCalls()
  await vi.dynamicImportSettled()
  vi.doUnmock('../../src/app/call-part.tsx')
})

const loaded = () => vi.waitFor(() => expect(calls.callsHost.read()).toBeDefined(), 10_000)

it('loads nothing before somebody calls', async () => {
  calls.startCalls(broker)
  calls.hearCalls(news(1))
  calls.catchUpCalls({ calls: [], directCalls: [], at: 1 })
  await new Promise(resolve => setTimeout(resolve))
  expect(surroundings).toBeUndefined()
})

describe('while nothing rings', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const nothing = { calls: [], directCalls: [], at: 1 }
  const rest = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    vi.useRealTimers()
  }

  it('is loaded once the page has come to rest, so that a ring waits for no script', async () => {
    calls.startCalls(broker)
    calls.catchUpCalls(nothing)
    await rest(calls.AHEAD_MS)
    await loaded()
    expect(heard).toEqual(['start', 'engaged false'])
    calls.hearCalls(direct(1))
    expect(heard.at(-1)).toBe('5088 1')
  })

  it('is not loaded for a session that has ended', async () => {
    calls.startCalls(broker)
    calls.catchUpCalls(nothing)
    calls.stopCalls()
    await rest(calls.AHEAD_MS * 2)
    expect(surroundings).toBeUndefined()
  })

  it('says nothing when that fails; the call that cannot be shown does', async () => {
    fails = true
    calls.startCalls(broker)
    calls.catchUpCalls(nothing)
    await rest(calls.AHEAD_MS)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(told).toEqual([])
    calls.hearCalls(direct(1))
    await vi.waitFor(() => expect(told).toHaveLength(1), 10_000)
  })
})

it('is loaded by the first call and hears what came meanwhile, in order', async () => {
  let shown = 0
  calls.callsHost.subscribe(() => {
    shown += 1
  })
  calls.startCalls(broker)
  calls.engageCalls(true)
  calls.hearCalls(direct(1))
  calls.hearCalls(news(1))
  calls.hearCalls(direct(2))
  await loaded()
  expect(heard).toEqual(['start', 'engaged true', '5088 1', 'call 1', '5088 2'])
  expect(shown).toBe(1)
  calls.hearCalls(news(2))
  expect(heard.at(-1)).toBe('call 2')
})

it('is loaded by what rings on return, oldest first', async () => {
  calls.startCalls(broker)
  calls.catchUpCalls({ calls: [], directCalls: [direct(3), direct(2)], at: 5 })
  await loaded()
  expect(heard).toEqual(['start', 'engaged false', 'pending 2 3'])
})

it('hears nothing of a session that ended meanwhile', async () => {
  calls.startCalls(broker)
  calls.hearCalls(direct(1))
  calls.stopCalls()
  await loaded()
  expect(heard).toEqual([])
  calls.startCalls(broker)
  calls.stopCalls()
  expect(heard).toEqual(['start', 'stop'])
})

it('opens paths by whoever leads the console now', async () => {
  const opened: string[] = []
  calls.startCalls(broker)
  calls.hearCalls(direct(1))
  await loaded()
  calls.leadCalls(path => opened.push(path))
  surroundings?.go('/callPhone')
  expect(opened).toEqual(['/callPhone'])
})

it('says that a call came which could not be shown', async () => {
  fails = true
  calls.startCalls(broker)
  calls.hearCalls(direct(1))
  await vi.waitFor(() => expect(told).toHaveLength(1), 10_000)
  expect(told[0]?.kind).toBe('error')
})
