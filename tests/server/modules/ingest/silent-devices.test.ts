// Which devices a look for silent ones reads: those whose own patience is over, and not all that speak seldom.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE } from '../../../../server/db/scoped.ts'
import { perhapsSilent } from '../../../../server/modules/ingest/silent-devices.ts'
import { MINUTE_MS } from '../../../../src/domain/durations.ts'
import { type Stage, setStage } from '../../broker/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage({ sweepEveryMs: 0 })
})
afterAll(() => stage.stop())

const looked = () => stage.data.scoped(WHOLE, sql => perhapsSilent(sql, stage.clock.now()))

test('a device is read once what its kind and settings allow is over', async () => {
  const kinds = [
    { kind: 'helmet' },
    { kind: 'helmet', desired: { positionMinutes: 5 } },
    { kind: 'smokeDetector' },
  ]
  const [helmet, seldom, daily] = await Promise.all(
    kinds.map(async more => {
      const { imei, secret } = await stage.addDevice(more)
      const device = await stage.device(imei, secret)
      await device.publishAsync(`sfwatch/${imei}/server`, '{"code":"1002","battery":50}', { qos: 1 })
      return { imei, device }
    }),
  )
  expect(await looked()).toEqual([])
  stage.clock.advance(3 * MINUTE_MS)
  expect(await looked()).toEqual([helmet?.imei])
  stage.clock.advance(13 * MINUTE_MS)
  expect((await looked()).sort()).toEqual([helmet?.imei, seldom?.imei].sort())
  // A row that an older release wrote says nothing of it: it is read, and judged by what is true of its device.
  await stage.query('update device_state set silence_ms = null')
  expect((await looked()).sort()).toEqual([helmet?.imei, seldom?.imei, daily?.imei].sort())
  await Promise.all([helmet, seldom, daily].map(one => one?.device.endAsync(true)))
})
