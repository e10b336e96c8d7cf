// A device that speaks to the server of a test through the broker.
import mqtt from 'mqtt'
import type { TestServer } from '../../start.ts'

export interface SpeakingDevice {
  /** Settles when the server has taken it. */
  say(message: object): Promise<void>
  end(): Promise<void>
}

/** Connects the device of the test's tenant. */
export async function connectedDevice(server: TestServer): Promise<SpeakingDevice> {
  const { imei } = server.here
  const made = await server.call('/api/device/device/newSecret', {
    token: server.tokens.admin,
    body: { imei },
  })
  const { secret } = made.data as { secret: string }
  const client = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
    ...{ clientId: imei, username: imei, password: secret, reconnectPeriod: 0 },
  })
  return {
    say: async message => {
      await client.publishAsync(`sfwatch/${imei}/server`, JSON.stringify(message), { qos: 1 })
    },
    end: () => client.endAsync(),
  }
}
