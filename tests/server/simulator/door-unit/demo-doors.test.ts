// The demo's door units run in a program of their own and ring when they are told to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoDoors, startDemoDoors } from '../../../../server/simulator/door-unit/demo-doors.ts'
import { type Stage, setStage, until } from '../../broker/stage.ts'

let stage: Stage
let doors: DemoDoors
const ends: (number | null)[] = []
let units: { id: number; imei: string; secret: string }[] = []
beforeAll(async () => {
  stage = await setStage()
  units = await Promise.all([0, 1].map(() => stage.addDevice({ kind: 'doorUnit' })))
  doors = startDemoDoors({
    web: 'http://127.0.0.1:1',
    url: `mqtt://127.0.0.1:${stage.broker.port}`,
    units,
    away: new Set(units.slice(1).map(({ imei }) => imei)),
    onEnd: code => ends.push(code),
  })
  // A program that starts while others do takes its time.
  await until(() => units[0] && stage.broker.embedded.listens(units[0].imei), 50_000)
})
afterAll(async () => {
  await doors.stop()
  await stage.stop()
})

const callsOf = ({ id }: { id: number }) =>
  stage.query<{ room_no: string }>('select room_no from call where device_id = $1', [id])

test('a unit rings for the room it is told, one that was switched off too, and a stranger not at all', async () => {
  const [here, away] = units
  if (!here || !away) throw new Error('There are no units')
  expect(stage.broker.embedded.listens(away.imei)).toBe(false)
  expect(doors.ring(here.imei, '1203')).toBe(true)
  expect(doors.ring(away.imei)).toBe(true)
  await until(async () => (await callsOf(here)).length > 0 && (await callsOf(away)).length > 0)
  expect(await callsOf(here)).toEqual([{ room_no: '1203' }])
  expect(await callsOf(away)).toEqual([{ room_no: null }])
  expect(doors.ring('860000000000000')).toBe(false)
})

test('stopped, it is gone, and nothing brings it back', async () => {
  await doors.stop()
  await until(() => units.every(({ imei }) => !stage.broker.embedded.listens(imei)))
  expect(doors.ring(units[0]?.imei ?? '')).toBe(false)
  expect(ends).toEqual([])
})
