// The push service's client: the list, what changes it, and when it tries again.
import { beforeEach, describe, expect, it } from 'vitest'
import type { PushClient } from '../../src/contract/push-service.ts'
import { roomClientName, roomCodeOf } from '../../src/contract/push-service.ts'
import { createPushSocket, type PushHearing, type PushSocket } from '../../src/platform/push-socket.ts'

let tickets: number
let lines: { hearing: PushHearing; ended: boolean; ticket: string }[]
let lists: ((users: PushClient[] | Error) => void)[]
let timers: { milliseconds: number; run: () => void }[]
let wake: () => void
let refuseTickets: boolean
let socket: PushSocket

const settled = () => new Promise(resolve => setTimeout(resolve))
const user = (id: number, name: string): PushClient => ({ id: `user_${id}`, name })
const seen = () => socket.read().clients.map(({ name }) => name)
const line = () => lines.at(-1)?.hearing
const answer = async (users: PushClient[] | Error) => {
  lists.shift()?.(users)
  await settled()
}

beforeEach(async () => {
  tickets = 0
  lines = []
  lists = []
  timers = []
  refuseTickets = false
  socket = createPushSocket({
    ticket: async () => {
      tickets += 1
      if (refuseTickets) throw new Error('offline')
      return { userId: 7, ticket: `t${tickets}`, pushPath: '/ws/push' }
    },
    connect: async (ticket, hearing) => {
      const made = { hearing, ended: false, ticket: ticket.ticket }
      lines.push(made)
      return {
        end: () => {
          made.ended = true
        },
      }
    },
    fetchUsers: () =>
      new Promise((resolve, reject) => {
        lists.push(users => (users instanceof Error ? reject(users) : resolve(users)))
      }),
    after: (milliseconds, run) => {
      const timer = { milliseconds, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(each => each !== timer)
      }
    },
    random: () => 1,
    onWake: run => {
      wake = run
      return () => {
        wake = () => {}
      }
    },
  })
  socket.start()
  await settled()
})

const connect = async (users: PushClient[]) => {
  line()?.connected()
  line()?.event('connectSuccess', { id: 'user_7' })
  await answer(users)
}

describe('who is there', () => {
  it('comes from users.json at the connect, by name', async () => {
    expect(socket.read().state).toBe('connecting')
    await connect([user(9, 'Wang'), user(7, 'Li')])
    expect(socket.read()).toMatchObject({ state: 'connected', ownId: 'user_7' })
    expect(seen()).toEqual(['Li', 'Wang'])
  })

  it('changes with clientConnect and clientClose', async () => {
    await connect([user(7, 'Li')])
    line()?.event('clientConnect', { id: 'door_1', name: 'ba_321204' })
    line()?.event('clientConnect', { id: 'door_1', name: 'ba_321204' })
    expect(seen()).toEqual(['Li', 'ba_321204'])
    line()?.event('clientClose', { id: 'door_1', name: 'ba_321204' })
    expect(seen()).toEqual(['Li'])
  })

  it('a change that overtakes the list is not lost, and one that the list has is harmless', async () => {
    line()?.connected()
    line()?.event('clientConnect', user(8, 'Chen'))
    line()?.event('clientClose', user(9, 'Wang'))
    await answer([user(7, 'Li'), user(9, 'Wang')])
    expect(seen()).toEqual(['Chen', 'Li'])
  })

  it.each([
    ['another event', 'hello', user(8, 'Chen')],
    ['no client', 'clientConnect', { id: 8 }],
    ['nothing', 'clientConnect', undefined],
  ])('%s changes nothing', async (_, event, payload) => {
    await connect([user(7, 'Li')])
    line()?.event(event, payload)
    expect(seen()).toEqual(['Li'])
  })
})

describe('when it is lost', () => {
  it('shows who was there last, and comes again with a fresh ticket', async () => {
    await connect([user(7, 'Li')])
    line()?.lost('transport close')
    expect(socket.read().state).toBe('waiting')
    expect(seen()).toEqual(['Li'])
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([1000])
    timers[0]?.run()
    await settled()
    expect(lines.map(({ ticket }) => ticket)).toEqual(['t1', 't2'])
    await connect([user(7, 'Li'), user(8, 'Chen')])
    expect(seen()).toEqual(['Chen', 'Li'])
  })

  it('waits longer each time, half a minute at most, until a connection has come about', async () => {
    refuseTickets = true
    line()?.lost('x')
    const waits = []
    for (let round = 0; round < 8; round += 1) {
      const [timer] = timers.splice(0)
      waits.push(timer?.milliseconds)
      timer?.run()
      await settled()
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 32_000, 32_000])
  })

  it('a list that cannot be had is no connection', async () => {
    line()?.connected()
    await answer(new Error('offline'))
    expect(socket.read().state).toBe('waiting')
    expect(lines[0]?.ended).toBe(true)
  })

  it('what an older attempt still says is not heard', async () => {
    const old = line()
    old?.lost('x')
    wake()
    await settled()
    expect(lines).toHaveLength(2)
    old?.connected()
    old?.event('connectSuccess', { id: 'user_1' })
    old?.lost('again')
    expect(socket.read()).toMatchObject({ state: 'connecting', ownId: undefined })
    expect(lists).toEqual([])
  })

  it('stopped, it forgets everybody and stays away', async () => {
    await connect([user(7, 'Li')])
    socket.stop()
    line()?.lost('x')
    wake()
    await settled()
    expect(socket.read()).toEqual({ state: 'off', ownId: undefined, clients: [] })
    expect([lines.length, lines[0]?.ended, timers.length]).toEqual([1, true, 0])
  })
})

describe('room clients', () => {
  it.each([
    [{ building: '3栋', unit: '2单元', roomNo: '1204' }, 'ba_321204', '321204'],
    [{ building: null, unit: null, roomNo: null }, 'ba_000000', '000000'],
    [{ building: 'East', unit: null, roomNo: '' }, 'ba_000000', '000000'],
  ])('%j', (place, name, code) => {
    expect(roomClientName(place)).toBe(name)
    expect(roomCodeOf({ id: 'door_1', name })).toBe(code)
  })

  it('a person is none, whatever their name', () => {
    expect(roomCodeOf(user(1, 'ba_000001'))).toBeUndefined()
    expect(roomCodeOf({ id: 'door_1', name: 'Gate' })).toBeUndefined()
  })
})
