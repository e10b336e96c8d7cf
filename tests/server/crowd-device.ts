// A device of the test server that speaks MQTT, for tests that ask whether it is heard whatever else goes on.
import mqtt, { type MqttClient } from 'mqtt'
import { hashDeviceSecret } from '../../server/device-secret.ts'
import { bytesOf } from '../../server/simulator/wire.ts'
import type { TestServer } from './start.ts'

const SECRET = 'secret of a device that calls'
let seq = 0

/** Gives the tenant's first device a secret; answers how to connect as it. */
export async function calling(server: TestServer, mqttPort: number) {
  const { imei, deviceId } = server.here
  const hash = await hashDeviceSecret(SECRET)
  await server.sql(async sql => {
    await sql.change(`update device set secret_hash = $2, lifecycle = 'bound' where id = $1`, [
      deviceId,
      hash,
    ])
    sql.afterCommit(() =>
      server.app.parts.bus.emit('device.changed', {
        ids: [deviceId],
        tenantId: server.here.tenantId,
        change: 'secret',
      }),
    )
  })
  const sos = (client: MqttClient): Promise<number> => {
    const began = performance.now()
    const time = Date.now()
    return new Promise((resolve, reject) =>
      client.publish(
        `sfwatch/${imei}/server`,
        bytesOf({ code: '3001', seq: ++seq, time, type: 'sos' }, false),
        { qos: 1 },
        error => (error ? reject(error) : resolve(performance.now() - began)),
      ),
    )
  }
  return {
    /** Connects, sends an SOS and answers how many milliseconds CONNACK and PUBACK took. */
    callForHelp: async () => {
      const began = performance.now()
      const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
        clientId: imei,
        username: imei,
        password: SECRET,
        reconnectPeriod: 0,
        connectTimeout: 25_000,
      })
      client.on('error', () => {})
      await new Promise((resolve, reject) => {
        client.once('connect', resolve)
        client.once('close', () => reject(new Error('The device was not let in')))
      })
      const connected = performance.now() - began
      const acknowledged = await sos(client)
      await client.endAsync(true)
      return { connected, acknowledged }
    },
  }
}
