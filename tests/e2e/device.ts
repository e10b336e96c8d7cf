// A device as the broker knows it: an MQTT client over TCP with the secret of a demo device.
import { join } from 'node:path'
import { readSecrets } from '../../server/secrets.ts'
import { DEMO_DEVICES, demoDeviceSecret } from '../../server/simulator/secret.ts'
import { connectClient } from '../mqtt-client.ts'
import type { Api, Row } from './console.ts'

const taken = new Set<string>()

/** The secret of a demo device. */
export function secretOf(imei: string): string {
  const folder = process.env.CONSOLE_DATA ?? ''
  const secrets = readSecrets({ file: join(folder, 'secrets.json'), given: undefined, demo: true })
  if ('refused' in secrets) throw new Error(secrets.refused)
  return demoDeviceSecret(secrets.keyFor(DEMO_DEVICES), imei)
}

/** A demo device that speaks JSON, and that no other test has as long as there are enough of its kind. */
export async function freeDevice(
  api: Api,
  query: Record<string, string | number> = { kind: 'doorUnit,camera' },
): Promise<Row> {
  const { data } = await api.get('device/device/page', { size: 500, ...query })
  const fitting = data.list.filter(
    row => row.messageType === 'json' && row.state !== 2 && row.lifecycle !== 'recycled',
  )
  const free = fitting.filter(row => !taken.has(row.imei))
  // From anywhere in the list: a worker that starts again after a failure does not remember what was taken. Once all
  // were taken, the one that was longest ago: two in a row are never the same.
  const order = [...taken]
  const row =
    free[Math.floor(Math.random() * free.length)] ??
    fitting.sort((a, b) => order.indexOf(a.imei) - order.indexOf(b.imei))[0]
  if (!row) throw new Error(`no demo device for ${JSON.stringify(query)}`)
  taken.delete(row.imei)
  taken.add(row.imei)
  return row
}

/** A message to a device: a command, or the server's clock. */
export interface Heard {
  code: string
  id: number
  kind?: string
  input?: Record<string, unknown>
}

export interface Device {
  imei: string
  /** Publishes and waits until the broker has acknowledged, which is after it was stored. */
  says(message: { code: string } & Record<string, unknown>): Promise<void>
  /** What came down to the device so far. */
  heard: Heard[]
  leaves(): Promise<void>
}

/** Connects a demo device. */
export async function connectDevice(imei: string): Promise<Device> {
  const client = await connectClient(process.env.CONSOLE_MQTT ?? '', {
    username: imei,
    password: secretOf(imei),
    clientId: imei,
  })
  const heard: Heard[] = []
  client.on('message', (_, payload) => heard.push(JSON.parse(payload.toString())))
  await client.subscribeAsync(`sfwatch/${imei}/device`, { qos: 1 })
  let seq = Math.floor(Date.now() / 10) % 4_000_000_000
  return {
    imei,
    heard,
    async says(message) {
      seq += 1
      const whole = { seq, time: Date.now(), ...message }
      await client.publishAsync(`sfwatch/${imei}/server`, JSON.stringify(whole), { qos: 1 })
    },
    leaves: () => client.endAsync(),
  }
}

/** Says something once from a connection of its own. */
export async function deviceSays(
  imei: string,
  ...messages: ({ code: string } & Record<string, unknown>)[]
): Promise<void> {
  const device = await connectDevice(imei)
  for (const message of messages) await device.says(message)
  await device.leaves()
}
