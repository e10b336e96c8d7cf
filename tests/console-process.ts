// Starts the real console as its own process on free ports and a new data folder, for end-to-end tests and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copy } from './light-copy.ts'

export interface ConsoleProcess {
  /** `http://127.0.0.1:<port>` */
  url: string
  /** `mqtt://127.0.0.1:<port>` */
  mqttUrl: string
  dataDir: string
  /** Process id of the server, for measuring it. */
  pid: number
  /** What it has said last, its log among it. */
  said(): string
  stop(): Promise<void>
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

const ended = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/**
 * Starts `server/main.ts` and waits until its health answers 200, at most two minutes.
 * `environment` is laid over the process's own; the data folder begins as a copy of `prepared`, else empty.
 * `stop` ends it gracefully and removes the data folder.
 */
export async function startConsole(
  environment: Record<string, string> = {},
  prepared?: string,
): Promise<ConsoleProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-'))
  if (prepared !== undefined) copy(`${prepared}/.`, dataDir)
  const [port, mqttPort] = [await freePort(), await freePort()]
  // As npm start and the units start it.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'server/main.ts'], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DEMO: 'on',
      SIMULATE: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await ended(child)
    clearTimeout(timer)
    await rm(dataDir, { recursive: true, force: true })
  }
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the console ended with ${child.exitCode}:\n${output}`)
    const healthy = await fetch(`${url}/api/health`).then(
      answer => answer.ok,
      () => false,
    )
    if (healthy && child.pid !== undefined)
      return {
        url,
        mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
        dataDir,
        pid: child.pid,
        said: () => output,
        stop,
      }
    await wait(200)
  }
  await stop()
  throw new Error(`the console was not healthy within two minutes:\n${output}`)
}
