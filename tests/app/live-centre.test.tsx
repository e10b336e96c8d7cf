// What a console knows of its message centre: the count, what was missed in a gap, when lists are fetched again.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  AWAY_MS,
  catchUpCentre,
  centre,
  countUnread,
  hearCentre,
  startCentre,
  stopCentre,
} from '../../src/app/live-centre.ts'
import { queryClient } from '../../src/app/query-client.ts'
import { notice } from '../../src/domain/notice/notice.ts'
import type { BrokerState } from '../../src/platform/mqtt-broker.ts'
import { keep, readKept } from '../../src/resource/kept.ts'
import { pageOptions } from '../../src/resource/query.ts'
import { type FakeBackEnd, fakeBackEnd } from '../fakes/fake-back-end.ts'
import { signIn } from '../resource/sign-in.ts'

const now = 1_800_000_000_000
const letter = (id: number, kind: string, at: number) => ({
  id,
  version: 1,
  createdAt: at,
  updatedAt: at,
  kind,
  state: 'unread',
  subject: null,
  subjectId: null,
  imei: null,
  who: 'x',
  place: null,
  content: null,
  at,
  readAt: null,
  times: 1,
})
let server: FakeBackEnd
let serverNow: number
let state: BrokerState
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
  localStorage.clear()
  queryClient.clear()
  server = fakeBackEnd([
    {
      entity: notice,
      rows: [
        letter(1, 'sos', now - 10_000),
        letter(2, 'call', now - 20_000),
        letter(3, 'call', now - 30_000),
      ],
    },
  ])
  serverNow = now
  state = { is: 'live', since: 0 }
  signIn(['notice.read'])
  startCentre({ state: () => state, serverNow: () => serverNow })
})
afterEach(() => {
  stopCentre()
  vi.useRealTimers()
})
const asked = () => server.askedFor('notice/page')

describe('what was missed', () => {
  test('is counted from when the person last could see, after a gap of more than half a minute', async () => {
    keep('centre-seen', now - AWAY_MS - 1)
    await catchUpCentre()
    expect(centre.read().missed).toEqual({ since: now - AWAY_MS - 1, counts: { sos: 1, call: 2 } })
    expect(asked().at(-1)).toMatchObject({ state: ['unread'], atFrom: now - AWAY_MS })
    expect(readKept('centre-seen')).toBe(now)
    centre.dismiss()
    await catchUpCentre()
    expect(centre.read().missed).toBeUndefined()
  })

  test('a blink of the network is no absence', async () => {
    keep('centre-seen', now - AWAY_MS)
    await catchUpCentre()
    expect(asked()).toEqual([])
    expect(centre.read().missed).toBeUndefined()
  })

  test('another window that came back first takes nothing away', async () => {
    vi.advanceTimersByTime(10_000)
    serverNow = now + 60_000
    keep('centre-seen', serverNow)
    await catchUpCentre()
    expect(centre.read().missed?.since).toBe(now)
  })

  test('at the first sign-in here everything unread is named, as such', async () => {
    await catchUpCentre()
    expect(centre.read().missed).toEqual({ since: undefined, counts: { sos: 1, call: 2 } })
  })

  test('what somebody has seen to meanwhile is named no more', async () => {
    await catchUpCentre()
    expect(centre.read().missed?.counts).toEqual({ sos: 1, call: 2 })
    const [sos] = server.rows('notice')
    if (sos) sos.state = 'read'
    hearCentre({ code: 'notice', id: null, kind: null, unread: 2 })
    vi.advanceTimersByTime(1_000)
    await vi.waitFor(() => expect(centre.read().missed?.counts).toEqual({ call: 2 }))
  })

  test('nothing is asked for who has no message centre', async () => {
    signIn([])
    await catchUpCentre()
    expect(asked()).toEqual([])
  })

  test('while live it is noted when the person could last see, and not while away', () => {
    serverNow = now + 10_000
    vi.advanceTimersByTime(10_000)
    expect(readKept('centre-seen')).toBe(now + 10_000)
    state = { is: 'connecting', since: 0 }
    serverNow = now + 20_000
    vi.advanceTimersByTime(10_000)
    expect(readKept('centre-seen')).toBe(now + 10_000)
  })

  test('goes with the last unread message and with the session', async () => {
    await catchUpCentre()
    countUnread(3)
    countUnread(0)
    expect(centre.read()).toEqual({ unread: 0, missed: undefined })
    countUnread(2)
    stopCentre()
    expect(centre.read()).toEqual({ unread: 0, missed: undefined })
  })
})

describe('what is heard', () => {
  const list = pageOptions(notice, { page: 1, size: 20, counts: true })
  const outdated = () => {
    // Longer than lists wait to be fetched once for several messages.
    vi.advanceTimersByTime(60_000)
    return queryClient.getQueryState(list.queryKey)?.isInvalidated
  }

  test('counts, and fetches lists again when something new came', async () => {
    await queryClient.fetchQuery(list)
    hearCentre({ code: 'notice', id: 9, kind: 'card', unread: 4 })
    expect(centre.read().unread).toBe(4)
    expect(outdated()).toBe(true)
  })

  test('leaves lists alone that know already, and fetches those that do not', async () => {
    await queryClient.fetchQuery(list)
    hearCentre({ code: 'notice', id: null, kind: null, unread: 3 })
    expect(outdated()).toBe(false)
    hearCentre({ code: 'notice', id: null, kind: null, unread: 1 })
    expect(outdated()).toBe(true)
  })
})
