// Six cameras at once, as on a wall: from asking to the first whole picture, what the program that fetches them costs, how soon
// a loss is told, and how soon pictures are back. Viewers without a browser; the cameras are GStreamer's where it is installed, else the simulator's.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startSimulatedCameras } from '../../server/simulator/cameras/rtsp-server.ts'
import { sceneNames } from '../../server/simulator/cameras/scenes.ts'
import type { CameraHealth } from '../../src/domain/camera/camera.ts'
import { watch } from '../server/modules/cameras/live-viewer.ts'
import { startServer } from '../server/start.ts'
import { type Bench, quantile } from './figures.ts'

const CAMERAS = 6
const WATCHED_MS = 20_000
/** Ticks of the processor's clock a second, as Linux counts them. */
const TICKS = 100

/** Milliseconds of a processor that a process has taken. */
function takenBy(pid: number): number {
  const [, after = ''] = /\) (.*)$/m.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const fields = after.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
}

async function until(what: string, ms: number, ask: () => boolean | Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await ask())) {
    if (performance.now() - began > ms) throw new Error(`not in time: ${what}`)
    await wait(20)
  }
  return performance.now() - began
}

async function startGStreamer(): Promise<{ address: string; child: ChildProcess } | undefined> {
  const child = spawn(
    '/usr/bin/python3',
    [join(import.meta.dirname, '../server/modules/cameras/gstreamer-camera.py')],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const ended = once(child, 'exit').then(() => undefined)
  const port = await Promise.race([once(child.stdout, 'data').then(([data]) => String(data).trim()), ended])
  return port === undefined ? undefined : { address: `rtsp://127.0.0.1:${port}/stream1`, child }
}

const bench: Bench = {
  name: `${CAMERAS} cameras at once`,
  async run() {
    const simulated = await startSimulatedCameras()
    const gstreamer = await startGStreamer()
    const server = await startServer({ CONFERENCE_ADDRESS: '127.0.0.1', CAMERA_LOOPBACK: 'on' })
    const viewers: Awaited<ReturnType<typeof watch>>[] = []
    const token = server.tokens.admin
    const health = async (cameraId: number) => {
      const { data } = await server.call('/api/device/camera/health', { token })
      return (data as CameraHealth[]).find(one => one.cameraId === cameraId)?.state
    }
    try {
      await server.sql(sql => sql.query(`update tenant set camera_networks = '127.0.0.0/8'`))
      const keep = async (name: string, more: Record<string, unknown>) => {
        const body = { name, source: 'rtsp', talks: false, enabled: true, ...more }
        const { data } = await server.call('/api/device/camera/save', { token, body })
        return (data as { id: number }).id
      }
      const scene = (index: number) =>
        `rtsp://127.0.0.1:${simulated.port}/${sceneNames[index % sceneNames.length]}`
      const ids: number[] = []
      for (let index = 0; index < CAMERAS; index++)
        ids.push(
          await keep(
            `Camera ${index}`,
            gstreamer && index > 0
              ? { mainAddress: gstreamer.address, username: 'viewer', password: 'sesame' }
              : { mainAddress: scene(index) },
          ),
        )
      await server.app.cameras.media.warm()
      for (const cameraId of ids) viewers.push(await watch(server, token, { cameraId }))
      await until('first pictures', 20_000, () => viewers.every(one => one.frames() > 0))
      const firsts = viewers.map(one => one.firstFrameMs() ?? Number.NaN)
      const pid = server.app.cameras.media.pid()
      if (pid === undefined) throw new Error('the program is not there')
      await wait(2_000)
      const before = { taken: takenBy(pid), frames: viewers.map(one => one.frames()) }
      await wait(WATCHED_MS)
      const share = ((takenBy(pid) - before.taken) / WATCHED_MS) * 100
      const rates = viewers.map(
        (one, index) => ((one.frames() - (before.frames[index] ?? 0)) * 1000) / WATCHED_MS,
      )
      const [lost = 0] = ids
      simulated.dark(true)
      const told = await until('the loss', 20_000, async () => (await health(lost)) !== 'live')
      await wait(1_000)
      simulated.dark(false)
      const shown = viewers[0]?.frames() ?? 0
      const back = await until('pictures again', 40_000, () => (viewers[0]?.frames() ?? 0) > shown + 3)
      return {
        figures: [
          {
            label: `First picture, the slowest of six (${gstreamer ? 'five of GStreamer' : 'GStreamer is not installed'})`,
            value: quantile(firsts, 1),
            unit: 'ms',
            target: { atMost: 1_500 },
          },
          { label: 'First picture, median', value: quantile(firsts, 0.5), unit: 'ms' },
          {
            label: 'The program that fetches six',
            value: share,
            unit: '% of a core',
            target: { atMost: 10 },
          },
          { label: 'Pictures a second, the fewest', value: quantile(rates, 0), unit: '/s' },
          { label: 'A lost camera is told', value: told, unit: 'ms', target: { atMost: 5_000 } },
          { label: 'Its pictures are back after its return', value: back, unit: 'ms' },
        ],
      }
    } finally {
      for (const one of viewers) one.close()
      gstreamer?.child.kill('SIGKILL')
      await server.stop()
      await simulated.stop()
    }
  },
}

export default bench
