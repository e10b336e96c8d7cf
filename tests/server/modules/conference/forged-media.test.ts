// Media that do not prove themselves: whoever stands between a participant and the server changes packets or makes some up,
// and nobody in the room gets any of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLine } from '../../../../server/simulator/conference/participant.ts'
import { type ConferenceStage, eventually, startConferenceStage } from './conference-stage.ts'
import { type ForgingRelay, forgeries, openForgingRelay } from './forging-relay.ts'

let stage: ConferenceStage
let relay: ForgingRelay
beforeAll(async () => {
  stage = await startConferenceStage()
  relay = await openForgingRelay()
})
afterAll(async () => {
  await stage.stop()
  relay.close()
})

test('SRTP with a wrong authentication tag is carried to nobody, and what is genuine goes on after it', async () => {
  const [anna, boris] = [await stage.person(), await stage.person()]
  await stage.join(anna.token, '1120', { openLine: async room => relay.through(await openLine(room)) })
  const other = await stage.join(boris.token, '1120')
  const arrived = () => other.arrived(anna.userName, 'audio').packets
  // The way through the relay carries what is genuine: else nothing below would be shown.
  await eventually('sound through the relay', () => arrived() > 20)

  relay.forge(true)
  const most = () =>
    Math.min(...[...forgeries, 'from elsewhere'].map(how => relay.count().forged.get(how) ?? 0))
  await eventually('a hundred of each forgery', () => most() > 100, 30_000)
  const before = arrived()
  relay.forge(false)
  await eventually('sound again', () => arrived() > before + 50)
  // More came of nothing than was sent: what was forged is in no count.
  expect(arrived()).toBeLessThanOrEqual(relay.count().sound)
})
