// Participants without a browser in a room of the built-in service: their media arrive at each other, stop when they are
// muted, and come back after the program that carries them was killed.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConferenceStage, eventually, startConferenceStage } from './conference-stage.ts'

let stage: ConferenceStage
let rooms = 1110
/** At a second try whoever was in at the first may still be. */
const freshRoom = () => String(++rooms)
beforeAll(async () => {
  stage = await startConferenceStage()
})
afterAll(() => stage.stop())

test('sound and picture of two participants arrive at each other', async () => {
  const room = freshRoom()
  const [anna, boris] = [await stage.person(), await stage.person()]
  const one = await stage.join(anna.token, room)
  const other = await stage.join(boris.token, room)
  expect([...other.members().keys()]).toEqual([anna.userName])
  await eventually('the first hears of the second', () => one.members().has(boris.userName))
  await one.command({ cmd: 'setmediainfo', uri: boris.userName, type: 'video', ps: 1024, fps: 24 })
  await other.command({ cmd: 'setmediainfo', uri: anna.userName, type: 'video', ps: 1024, fps: 24 })
  await eventually('frames of the second', () => one.arrived(boris.userName, 'video').frames > 10)
  await eventually('frames of the first', () => other.arrived(anna.userName, 'video').frames > 10)
  await eventually('sound of the second', () => one.arrived(boris.userName, 'audio').frames > 20)
  await eventually('sound of the first', () => other.arrived(anna.userName, 'audio').frames > 20)
})

test('what is muted is not carried, whatever its sender goes on sending', async () => {
  const room = freshRoom()
  const [anna, boris] = [await stage.person(), await stage.person()]
  const one = await stage.join(anna.token, room)
  const other = await stage.join(boris.token, room)
  await other.command({ cmd: 'setmediainfo', uri: anna.userName, type: 'video', ps: 1024, fps: 24 })
  const frames = () => ({
    audio: other.arrived(anna.userName, 'audio').frames,
    video: other.arrived(anna.userName, 'video').frames,
  })
  await eventually('both', () => frames().audio > 20 && frames().video > 10)
  // The participant's player goes on: only what it says of itself has changed.
  await one.set({ audio: false, video: true })
  await sleep(500)
  const muted = frames()
  await sleep(1000)
  expect(frames().audio).toBe(muted.audio)
  expect(frames().video).toBeGreaterThan(muted.video + 5)
  await one.set({ audio: true, video: true })
  await eventually('heard again', () => frames().audio > muted.audio + 20)
})

test('one who wants no media of somebody gets none', async () => {
  const room = freshRoom()
  const [anna, boris] = [await stage.person(), await stage.person()]
  await stage.join(anna.token, room)
  const other = await stage.join(boris.token, room)
  await eventually('sound', () => other.arrived(anna.userName, 'audio').frames > 20)
  expect(other.arrived(anna.userName, 'video').frames).toBe(0)
  await other.command({ cmd: 'subscribe', uri: anna.userName, subscribe: false })
  await eventually('off the lines', () => {
    const last = other.told.findLast(({ event }) => event === 'onmedianotiy')
    return last?.event === 'onmedianotiy' && last.slots?.length === 0
  })
})

test('nobody gets media of another room, of their company or another, though they ask by name', {
  timeout: 30_000,
}, async () => {
  const [elsewhere, room] = [freshRoom(), freshRoom()]
  const [anna, boris, clara] = [await stage.person(), await stage.person(), await stage.person()]
  const stranger = await stage.person('租户管理员', stage.server.there)
  const nextDoor = await stage.join(anna.token, elsewhere)
  const foreign = await stage.join(stranger.token, room)
  const one = await stage.join(boris.token, room)
  const other = await stage.join(clara.token, room)
  for (const uri of [anna.userName, stranger.userName, clara.userName]) {
    await one.command({ cmd: 'setmediainfo', uri, type: 'video', ps: 1024, fps: 24 })
    await one.command({ cmd: 'subscribe', uri, subscribe: true })
    await one.command({ cmd: 'refresh', uri })
    await one.command({ cmd: 'ask', uri, kind: 'video' })
  }
  // What is in the own room comes: so would the rest by now.
  await eventually('the own room', () => one.arrived(clara.userName, 'video').frames > 10)
  await eventually('its sound', () => one.arrived(clara.userName, 'audio').frames > 20)
  for (const uri of [anna.userName, stranger.userName])
    for (const type of ['audio', 'video'] as const) expect(one.arrived(uri, type).packets).toBe(0)
  const carried = one.told.flatMap(told => (told.event === 'onmedianotiy' ? (told.slots ?? []) : []))
  expect(new Set(carried.map(({ uri }) => uri))).toEqual(new Set([clara.userName]))
  for (const { told } of [nextDoor, foreign])
    expect(told.some(({ event }) => event === 'onasked')).toBe(false)
  expect(other.told.some(({ event }) => event === 'onasked')).toBe(true)
})

test('after the program that carries them was killed media are back within five seconds, and muted is muted', async () => {
  const room = freshRoom()
  const [anna, boris] = [await stage.person(), await stage.person()]
  const one = await stage.join(anna.token, room, { audio: false })
  const other = await stage.join(boris.token, room)
  await other.command({ cmd: 'setmediainfo', uri: anna.userName, type: 'video', ps: 1024, fps: 24 })
  const seen = () => other.arrived(anna.userName, 'video').frames
  await eventually('frames', () => seen() > 10)
  const { media } = stage.server.app.conferences
  const before = media.pid()
  process.kill(before ?? 0, 'SIGKILL')
  await eventually('another program', () => media.pid() !== undefined && media.pid() !== before)
  await eventually('asked for an offer', () =>
    one.told.some(told => told.event === 'onmedianotiy' && told.renew === true),
  )
  // Counted from here: what was on its way at the kill has come.
  const then = seen()
  await eventually('frames again', () => seen() > then + 10, 5_000)
  expect([...other.members().keys()]).toEqual([anna.userName])
  expect(other.arrived(anna.userName, 'audio').frames).toBe(0)
})
