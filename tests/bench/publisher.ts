// A fleet that publishes as fast as it is acknowledged, in a process of its own: node publisher.ts url first count window
import { setTimeout as wait } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import { topics } from '../../src/contract/topics.ts'
import { imeiOf, SECRET } from './database.ts'

const [url = '', first = '1', count = '1', window = '1'] = process.argv.slice(2)

interface Device {
  imei: string
  client: MqttClient
  seq: number
  time: number
}

let acknowledged = 0
let failed = 0
let running = true

async function connect(number: number): Promise<Device> {
  const imei = imeiOf(number)
  const client = await mqtt.connectAsync(url, {
    clientId: imei,
    username: imei,
    password: SECRET,
    reconnectPeriod: 0,
  })
  return { imei, client, seq: 0, time: 0 }
}

/** One message after the other; several of these run for one device. */
async function talk(device: Device): Promise<void> {
  while (running) {
    device.seq++
    // Each message has a moment of its own, so that each makes a row.
    device.time = Math.max(Date.now(), device.time + 1)
    const message = {
      code: '2001',
      seq: device.seq,
      time: device.time,
      values: { heartRate: 60 + (device.seq % 40) },
    }
    try {
      await device.client.publishAsync(topics.fromDevice(device.imei), JSON.stringify(message), { qos: 1 })
      acknowledged++
    } catch {
      failed++
      await wait(50)
    }
  }
}

const devices: Device[] = []
for (let at = 0; at < Number(count); at += 20) {
  const numbers = Array.from(
    { length: Math.min(20, Number(count) - at) },
    (_, index) => Number(first) + at + index,
  )
  devices.push(...(await Promise.all(numbers.map(connect))))
}
const talks = devices.flatMap(device => Array.from({ length: Number(window) }, () => talk(device)))
const tell = () => process.send?.({ at: Date.now(), acknowledged, failed })
const telling = setInterval(tell, 250)
process.once('message', () => {
  running = false
  void Promise.all(talks).then(async () => {
    clearInterval(telling)
    tell()
    await Promise.all(devices.map(({ client }) => client.endAsync(true)))
    process.disconnect?.()
  })
})
