// A client of the broker for tests, one that is cut off without taking the test run with it.
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'

/** Connects once. A line that breaks later is the test's to notice by `close`: unheard, the error would end the process. */
export async function connectClient(address: string, options: IClientOptions): Promise<MqttClient> {
  const client = await mqtt.connectAsync(address, { reconnectPeriod: 0, ...options })
  client.on('error', () => {})
  return client
}
