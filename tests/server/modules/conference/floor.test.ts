// Push to talk over the real service: only who has the floor is heard, and it goes on when they are gone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Participant } from '../../../../server/simulator/conference/participant.ts'
import { GONE_MS, type WireFloor } from '../../../../src/contract/conference-wire.ts'
import { type ConferenceStage, eventually, startConferenceStage } from './conference-stage.ts'

let stage: ConferenceStage
beforeAll(async () => {
  stage = await startConferenceStage()
})
afterAll(() => stage.stop())

const quiet = { audio: false, video: false, room: { audio: 1, video: 1 } }
const floorOf = ({ told }: Participant): WireFloor | null | undefined => {
  const last = told.findLast(({ event }) => event === 'onfloor')
  return last?.event === 'onfloor' ? last.floor : undefined
}
const holds = (participant: Participant, userName: string | null, queue: string[] = []) =>
  eventually(`${userName} has the floor`, () => {
    const floor = floorOf(participant)
    return floor?.holder === userName && floor.queue.join() === queue.join()
  })
const want = (participant: Participant, on: boolean) => participant.command({ cmd: 'floor', want: on })

test('only who has the floor is heard, one after the other', { timeout: 30_000 }, async () => {
  const [ada, bo] = [await stage.person('巡逻人员'), await stage.person('巡逻人员')]
  const media = { audio: true, video: false, room: { audio: 2, video: 0 } }
  const one = await stage.join(ada.token, '6001', { ...media, pushToTalk: true })
  const other = await stage.join(bo.token, '6001', media)
  await holds(other, null)
  expect(floorOf(other)).toEqual({ holder: null, since: null, until: null, queue: [] })
  await want(one, true)
  await holds(other, ada.userName)
  await want(other, true)
  await holds(one, ada.userName, [bo.userName])
  await eventually('heard', () => other.arrived(ada.userName, 'audio').packets > 20)
  // Nothing of who waits, though their microphone is open.
  expect(one.arrived(bo.userName, 'audio').packets).toBe(0)
  await want(one, false)
  await holds(one, bo.userName)
  await eventually('heard in turn', () => one.arrived(bo.userName, 'audio').packets > 20)
})

test('the watch interrupts, and who was interrupted goes on afterwards', async () => {
  const [patrol, duty] = [await stage.person('巡逻人员'), await stage.person()]
  const one = await stage.join(patrol.token, '6002', { ...quiet, pushToTalk: true })
  const host = await stage.join(duty.token, '6002', quiet)
  await want(one, true)
  await holds(one, patrol.userName)
  await want(host, true)
  await holds(one, duty.userName, [patrol.userName])
  await want(host, false)
  await holds(one, patrol.userName)
})

test('who leaves, vanishes, or comes back on another page does not keep the floor', {
  timeout: 20_000,
}, async () => {
  const [ada, bo] = [await stage.person('巡逻人员'), await stage.person('巡逻人员')]
  const watcher = await stage.join((await stage.person()).token, '6003', { ...quiet, pushToTalk: true })
  const one = await stage.join(ada.token, '6003', quiet)
  const other = await stage.join(bo.token, '6003', quiet)
  await want(one, true)
  await want(other, true)
  await holds(watcher, ada.userName, [bo.userName])
  await one.leave()
  await holds(watcher, bo.userName)
  const again = await stage.join(bo.token, '6003', quiet)
  await holds(watcher, null)
  await want(again, true)
  await holds(watcher, bo.userName)
  again.vanish()
  await eventually('gone', () => floorOf(watcher)?.holder === null, GONE_MS + 4_000)
})

test('only hosts turn it on and off; without it everybody speaks when they like', async () => {
  const [patrol, duty] = [await stage.person('巡逻人员'), await stage.person()]
  const one = await stage.join(patrol.token, '6004', quiet)
  const host = await stage.join(duty.token, '6004', { ...quiet, pushToTalk: true })
  // The second one in has begun no room.
  await eventually('told', () => floorOf(host) === null)
  await one.command({ cmd: 'pushtotalk', on: true })
  await want(one, true)
  await host.command({ cmd: 'pushtotalk', on: true })
  await holds(one, null)
  await want(one, true)
  await holds(host, patrol.userName)
  await host.command({ cmd: 'pushtotalk', on: false })
  await eventually('off', () => floorOf(one) === null)
  await want(host, true)
  await host.command({ cmd: 'hand', up: true })
  await eventually('told', () => one.members().get(duty.userName)?.handSince)
  expect(floorOf(one)).toBeNull()
})
