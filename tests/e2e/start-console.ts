// Starts one console for the whole run and tells the tests where it is; CONSOLE_URL set beforehand names one that runs.
import { startConsole } from '../console-process.ts'

export default async function startForTests(): Promise<() => Promise<void>> {
  if (process.env.CONSOLE_URL) return async () => {}
  // Stand-ins for banks and carriers need not be as slow as they are.
  const running = await startConsole({ SANDBOX_SPEED: '4' })
  process.env.CONSOLE_URL = running.url
  process.env.CONSOLE_MQTT = running.mqttUrl
  process.env.CONSOLE_DATA = running.dataDir
  process.env.CONSOLE_PID = String(running.pid)
  return running.stop
}
