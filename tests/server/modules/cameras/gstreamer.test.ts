// A camera that others wrote: GStreamer's RTSP server, which Debian has (gir1.2-gst-rtsp-server-1.0, gstreamer1.0-plugins-ugly).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playCamera } from '../../../../server/modules/cameras/rtsp/client.ts'

const PYTHON = '/usr/bin/python3'
const IMPORTS = `import gi; gi.require_version('GstRtspServer', '1.0'); gi.require_version('Gst', '1.0')
from gi.repository import Gst, GstRtspServer
Gst.init(None)
assert Gst.ElementFactory.find('x264enc')`
const isHere = spawnSync(PYTHON, ['-c', IMPORTS]).status === 0
const WHY =
  ' (skipped: it is not installed; Debian has it as packages gir1.2-gst-rtsp-server-1.0, gstreamer1.0-plugins-ugly)'
const here = test.skipIf(!isHere)

let server: ChildProcess | undefined
let address = ''
beforeAll(async () => {
  if (!isHere) return
  server = spawn(PYTHON, [join(import.meta.dirname, 'gstreamer-camera.py')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = server.stdout ? await once(server.stdout, 'data') : []
  address = `rtsp://127.0.0.1:${String(port).trim()}/stream1`
})
afterAll(() => void server?.kill('SIGKILL'))

/** The type of each part of a picture in a packet (RFC 6184): 5 is a key frame, 7 and 8 its parameters. */
function unitOf(packet: Buffer): number {
  const extension = packet.readUInt8(0) & 0x10 ? 4 + packet.readUInt16BE(14) * 4 : 0
  const at = 12 + (packet.readUInt8(0) & 0x0f) * 4 + extension
  const type = packet.readUInt8(at) & 0x1f
  return type === 28 ? packet.readUInt8(at + 1) & 0x1f : type
}

here(`GStreamer's server plays picture and sound to who has the account${isHere ? '' : WHY}`, async () => {
  const units = new Set<number>()
  let sound = 0
  const playing = await playCamera({
    address,
    account: { username: 'viewer', password: 'sesame' },
    connect: (host, port) => connect(port, host),
    choose: ({ tracks }) => tracks,
    onPacket(track, packet, isControl) {
      if (isControl) return
      if (track.kind === 'video') units.add(unitOf(packet))
      else sound++
    },
    onEnd: () => {},
  })
  expect(playing.tracks.map(({ kind, codec }) => `${kind} ${codec}`)).toEqual(['video H264', 'audio PCMA'])
  await expect
    .poll(() => [units.has(5), units.has(1), sound > 10], { timeout: 10_000 })
    .toEqual([true, true, true])
  playing.stop()
})

here(`GStreamer's server sends nobody else anything${isHere ? '' : WHY}`, async () => {
  const opening = playCamera({
    address,
    account: { username: 'viewer', password: 'wrong' },
    connect: (host, port) => connect(port, host),
    choose: ({ tracks }) => tracks,
    onPacket: () => {},
    onEnd: () => {},
  })
  await expect(opening).rejects.toMatchObject({ fault: 'forbidden' })
})
