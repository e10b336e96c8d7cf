// A simulated helmet that is called comes into the room, with picture and sound, and goes when it is alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDemoHelmets } from '../../../../server/simulator/conference/demo-helmets.ts'
import { type ConferenceStage, eventually, startConferenceStage } from './conference-stage.ts'

let stage: ConferenceStage
const helmets = createDemoHelmets()
beforeAll(async () => {
  stage = await startConferenceStage()
})
afterAll(async () => {
  helmets.stop()
  await stage.stop()
})

test('a helmet that is called is seen and heard, and leaves an empty room', { timeout: 60_000 }, async () => {
  const { server } = stage
  const { token } = await stage.person()
  const watcher = await stage.join(token, '1234')
  server.app.parts.bus.on('conference.called', ({ calls }) => {
    for (const { message } of calls) helmets.called(message, server.url)
  })
  const { imei } = server.here
  const answer = await server.call('/api/device/order/manyVideoCallToJuphoon', {
    token,
    body: { imeis: [imei], hide: false, roomId: '1234', video: true },
  })
  expect(answer).toMatchObject({ code: 0, data: { called: [imei], offline: [] } })
  const helmet = `d${imei}`
  await eventually('it comes', () => watcher.members().get(helmet))
  await watcher.command({ cmd: 'setmediainfo', uri: helmet, type: 'video', ps: 640, fps: 24 })
  await eventually('it is seen', () => watcher.arrived(helmet, 'video').frames > 10)
  await eventually('it is heard', () => watcher.arrived(helmet, 'audio').frames > 20)
  await watcher.leave()
  await eventually('it goes', () => server.app.conferences.rooms.counts().participants === 0, 30_000)
})
