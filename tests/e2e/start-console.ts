// Starts one console for the whole run and tells the tests where it is.
import { startConsole } from '../console-process.ts'

export default async function startForTests(): Promise<() => Promise<void>> {
  const running = await startConsole()
  process.env.CONSOLE_URL = running.url
  process.env.CONSOLE_MQTT = running.mqttUrl
  return running.stop
}
