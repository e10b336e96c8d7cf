// Devices of a test's own: made through the form's endpoint, and thrown away with the test.
import { type Api, first, type Row } from './console.ts'
import { fresh } from './people.ts'

const NUMBERS = 10_000
// Begins elsewhere in every worker, so that one that starts again after a failure does not meet its own numbers.
let next = Math.floor(Math.random() * NUMBERS)

/** An IMEI of 15 digits that no device of the demo has: those of the demo begin with 8. */
export function freshImei(): string {
  next = (next + 1) % NUMBERS
  return `99${String(Math.floor(Date.now() / 1_000)).slice(-9)}${String(next).padStart(4, '0')}`
}

export interface NewDevice {
  id: number
  imei: string
  name: string
}

/** Makes devices of one kind whose names begin alike; in the store already unless said otherwise. */
export async function makeDevices(
  api: Api,
  count: number,
  { startIn = 'inStock', prefix = fresh('Store ') }: { startIn?: string; prefix?: string } = {},
): Promise<{ prefix: string; devices: NewDevice[] }> {
  const categoryId = (await category(api)).id
  const devices: NewDevice[] = []
  for (let at = 1; at <= count; at++) {
    const device = { imei: freshImei(), name: `${prefix}-${String(at).padStart(2, '0')}` }
    const answer = await api.post('device/device/save', { ...device, categoryId, startIn })
    if (answer.code !== 0) throw new Error(`device: ${JSON.stringify(answer)}`)
    devices.push({ ...device, id: answer.data.id })
  }
  return { prefix, devices }
}

/** The category that new devices get. */
export async function category(api: Api): Promise<Row> {
  return first((await api.get('device/deviceCategory/page', { kind: 'smokeDetector', size: 1 })).data.list)
}

/** Takes every device away whose name begins so. */
export async function dropDevices(admin: Api, prefix: string): Promise<void> {
  const { data } = await admin.get('device/device/page', { name: prefix, size: 500 })
  const ids = data.list.map(row => row.id)
  if (ids.length > 0) await admin.post('device/device/remove', { ids })
}
