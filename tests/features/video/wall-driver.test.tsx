// The wall's driver in a real browser: which lines are open, in which size, and what becomes of those that break.
import { afterEach, expect, test } from 'vitest'
import { createWall, type WallDriver } from '../../../src/features/video/wall.driver.ts'
import { wallStage } from './wall-stage.ts'

let driver: WallDriver | undefined
afterEach(() => driver?.stop())

async function wallOf(...cameraIds: number[]) {
  const stage = wallStage()
  const made = createWall(stage.ports, 'bigAndFive')
  driver = made
  for (const key of cameraIds) made.send({ on: 'open', key })
  await stage.pass(1)
  const shown = (cameraId: number) => made.read().tiles.get(cameraId)?.shown
  return { stage, driver: made, shown }
}
const streams = (lines: readonly { cameraId: number; stream: string }[]) =>
  Object.fromEntries(lines.map(({ cameraId, stream }) => [cameraId, stream]))

test('the big place has the main stream, small ones the substream; six play and the seventh is refused', async () => {
  const { stage, driver, shown } = await wallOf(1, 2, 3, 4, 5, 6)
  expect(streams(stage.open())).toEqual({ 1: 'main', 2: 'sub', 3: 'sub', 4: 'sub', 5: 'sub', 6: 'sub' })
  driver.send({ on: 'open', key: 7 })
  driver.send({ on: 'open', key: 3 })
  expect(stage.said).toEqual(['full', 'already'])
  await stage.pass(1)
  expect(stage.open()).toHaveLength(6)
  for (const cameraId of [1, 2, 3, 4, 5, 6]) expect(shown(cameraId)).toEqual({ is: 'live' })
})

test('a small picture that becomes the big one stays in sight until the large one comes', async () => {
  const { stage, driver } = await wallOf(1, 2)
  const small = stage.lineOf(2)
  const element = document.createElement('video')
  driver.attach(2, element)
  expect(element.srcObject).toBe(small.media)
  driver.send({ on: 'swap', from: 1, to: 0 })
  await new Promise(resolve => setTimeout(resolve))
  const large = stage.lineOf(2)
  expect(large.stream).toBe('main')
  expect(small.closed).toBe(false)
  expect(element.srcObject).toBe(small.media)
  await stage.pass(1)
  expect(element.srcObject).toBe(large.media)
  expect(small.closed).toBe(true)
  expect(stage.open()).toHaveLength(2)
})

test('one that stands still says so within five seconds, and is fetched anew when it does not come back', async () => {
  const { stage, shown } = await wallOf(1)
  await stage.pass(4, [1])
  expect(shown(1)?.is).toBe('stalled')
  const first = stage.lineOf(1)
  await stage.pass(16, [1])
  expect(first.closed).toBe(true)
  await stage.pass(3)
  expect(shown(1)?.is).toBe('live')
})

test('of a camera that the server tries again the line is kept, with its word on it', async () => {
  const { stage, shown } = await wallOf(1)
  const line = stage.lineOf(1)
  const nextTryAt = stage.ports.serverNow() + 8_000
  stage.tell(1, { state: 'waiting', fault: 'unreachable', attempts: 9, nextTryAt })
  await stage.pass(30, [1])
  expect(shown(1)).toMatchObject({ is: 'lost', tries: 9, nextAt: nextTryAt, why: 'unreachable' })
  expect(line.closed).toBe(false)
  stage.tell(1, { state: 'live' })
  await stage.pass(1)
  expect(shown(1)).toEqual({ is: 'live' })
})

test('a broken line is tried again, and at once when the server can be reached again', async () => {
  const { stage, shown } = await wallOf(1)
  stage.refuse(1, 'engine')
  stage.lineOf(1).break()
  await stage.pass(4)
  expect(shown(1)).toMatchObject({ is: 'lost' })
  stage.refuse(1, undefined)
  stage.reach()
  await stage.pass(1)
  expect(shown(1)).toEqual({ is: 'live' })
})

test('views are kept alive, and one that the server has ended is fetched anew', async () => {
  const { stage, shown } = await wallOf(1, 2)
  await stage.pass(15)
  expect(stage.kept).toEqual([['view 0', 'view 1']])
  stage.over = ['view 1']
  await stage.pass(15)
  stage.over = []
  await stage.pass(3)
  expect(stage.lineOf(2).media).not.toBe(stage.lines[1]?.media)
  expect(stage.lineOf(1).media).toBe(stage.lines[0]?.media)
  expect(shown(2)).toEqual({ is: 'live' })
})

test('what is out of sight, and everything while it is paused, is not fetched', async () => {
  const { stage, driver } = await wallOf(1, 2, 3, 4, 5, 6)
  driver.send({ on: 'shape', shape: 'four' })
  await stage.pass(1)
  expect(
    stage
      .open()
      .map(({ cameraId }) => cameraId)
      .sort(),
  ).toEqual([1, 2, 3, 4])
  driver.pause(true)
  expect(stage.open()).toEqual([])
  driver.pause(false)
  await stage.pass(1)
  expect(stage.open()).toHaveLength(4)
})

test('one is heard, at the chosen volume', async () => {
  const { driver } = await wallOf(1, 2)
  const elements = [1, 2].map(cameraId => {
    const element = document.createElement('video')
    driver.attach(cameraId, element)
    return element
  })
  driver.send({ on: 'sound', key: 2 })
  driver.setVolume(30)
  expect(elements.map(({ muted }) => muted)).toEqual([true, false])
  expect(elements[1]?.volume).toBeCloseTo(0.3)
})

test('talking begins with the word and ends when it is let go of, also before it has begun', async () => {
  const { stage, driver } = await wallOf(1)
  driver.talk(1, true)
  driver.talk(1, false)
  await stage.pass(1)
  expect(stage.lineOf(1).talks).toBe(false)
  driver.talk(1, true)
  await stage.pass(1)
  expect(stage.lineOf(1).talks).toBe(true)
  expect(driver.read().tiles.get(1)?.talk).toBe('on')
  driver.talk(1, false)
  await stage.pass(1)
  expect(stage.lineOf(1).talks).toBe(false)
})

test('somebody else who talks is said, and nothing is sent', async () => {
  const { stage, driver } = await wallOf(1)
  stage.talkFault = 'busy'
  driver.talk(1, true)
  await stage.pass(1)
  expect(stage.said).toEqual(['busy'])
  expect(driver.read().tiles.get(1)?.talk).toBe('off')
})
