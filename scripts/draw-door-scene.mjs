// Draws what a simulated door unit shows and says, and packs it with ffmpeg: node scripts/draw-door-scene.mjs
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { box, disc, limb, painter } from './paint.mjs'

const WIDTH = 1024
const HEIGHT = 576
const FRAMES_PER_SECOND = 24
const SECONDS = 5
const folder = join(import.meta.dirname, '../server/simulator/door-unit/media')

const paint = painter(WIDTH, HEIGHT)

/** What does not move: a lobby with a glass door. */
function drawLobby() {
  const frame = Buffer.alloc(WIDTH * HEIGHT * 3)
  paint(frame, box(0, 0, WIDTH, 400), [96, 118, 140])
  paint(frame, box(0, 400, WIDTH, HEIGHT), [70, 80, 92])
  paint(frame, box(60, 70, 330, 402, 6), [52, 66, 82])
  for (const x of [76, 204]) paint(frame, box(x, 86, x + 110, 402, 4), [140, 170, 190])
  paint(frame, box(186, 230, 204, 290, 4), [226, 196, 92])
  paint(frame, box(700, 290, 960, 402, 10), [120, 84, 58])
  paint(frame, box(688, 276, 972, 298, 8), [152, 108, 74])
  paint(frame, disc(850, 140, 74), [236, 240, 244])
  paint(frame, disc(850, 140, 66), [30, 44, 62])
  for (let hour = 0; hour < 12; hour++) {
    const angle = (hour * Math.PI) / 6
    paint(frame, disc(850 + 54 * Math.cos(angle), 140 + 54 * Math.sin(angle), 3.5), [236, 240, 244])
  }
  return frame
}

/** @param {Buffer} lobby @param {number} phase 0 to 1 over the loop */
function drawFrame(lobby, phase) {
  const frame = Buffer.from(lobby)
  const turn = 2 * Math.PI * phase
  const sway = 10 * Math.sin(turn)
  const nod = 4 * Math.sin(2 * turn)
  const wave = Math.sin(4 * turn)
  const [x, y] = [512 + sway, 250 + nod]
  const coat = /** @type {import('./paint.mjs').Colour} */ ([38, 132, 150])
  const skin = /** @type {import('./paint.mjs').Colour} */ ([224, 172, 128])
  const body = [330, 120, 720, HEIGHT]
  paint(frame, limb(x - 92, y + 150, x - 128, y + 320, 30), coat, body)
  paint(frame, limb(x + 92, y + 150, x + 150, y + 70, 28), coat, body)
  paint(frame, limb(x + 150, y + 70, x + 158 + 22 * wave, y - 20, 24), coat, body)
  paint(frame, disc(x + 160 + 28 * wave, y - 50, 26), skin, body)
  paint(frame, box(x - 110, y + 110, x + 110, HEIGHT + 60, 70), coat, body)
  paint(frame, box(x - 26, y + 60, x + 26, y + 130, 20), skin, body)
  paint(frame, disc(x, y, 84), [58, 42, 34], body)
  paint(frame, disc(x, y + 12, 74), skin, body)
  const blink = phase % 0.5 > 0.46 ? 2 : 9
  for (const side of [-28, 28])
    paint(frame, box(x + side - 8, y - blink, x + side + 8, y + blink, 2), [40, 30, 26], body)
  const talk = 4 + 10 * Math.abs(Math.sin(9 * turn))
  paint(frame, box(x - 22, y + 46 - talk / 2, x + 22, y + 46 + talk, 4), [150, 62, 58], body)
  const hand = turn - Math.PI / 2
  paint(
    frame,
    limb(850, 140, 850 + 50 * Math.cos(hand), 140 + 50 * Math.sin(hand), 3),
    [255, 171, 94],
    [770, 60, 930, 220],
  )
  paint(frame, limb(850, 140, 826, 116, 4), [236, 240, 244], [770, 60, 930, 220])
  paint(frame, box(0, HEIGHT - 10, WIDTH * phase, HEIGHT), [78, 168, 255], [0, HEIGHT - 12, WIDTH, HEIGHT])
  return frame
}

const video = spawn(
  'ffmpeg',
  [
    ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`],
    ...['-r', String(FRAMES_PER_SECOND), '-i', '-', '-c:v', 'libvpx', '-b:v', '420k', '-minrate', '200k'],
    // Every second stands by itself: whoever joins late sees at once. Nothing waits for a later frame.
    ...[
      '-g',
      '24',
      '-keyint_min',
      '24',
      '-auto-alt-ref',
      '0',
      '-lag-in-frames',
      '0',
      '-error-resilient',
      '1',
    ],
    ...['-deadline', 'best', '-pix_fmt', 'yuv420p', '-an', '-f', 'ivf', join(folder, 'visitor.ivf')],
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
)
const lobby = drawLobby()
const frames = SECONDS * FRAMES_PER_SECOND
for (let index = 0; index < frames; index++)
  if (!video.stdin.write(drawFrame(lobby, index / frames))) await once(video.stdin, 'drain')
video.stdin.end()
await once(video, 'exit')

// A chime of two tones, then a voice of three formants that rises and falls in syllables.
const chime = 'exp(-3*t)*sin(2*PI*784*t)+gt(t,0.5)*exp(-3*(t-0.5))*sin(2*PI*659*(t-0.5))'
const pitch = '(150+25*sin(2*PI*0.6*t))'
const syllables = `gt(t,1.6)*lt(t,4.7)*pow(abs(sin(PI*2.6*t)),1.5)`
const voice = `${syllables}*(0.5*sin(2*PI*${pitch}*t)+0.3*sin(2*PI*4*${pitch}*t)+0.15*sin(2*PI*9*${pitch}*t))`
spawnSync(
  'ffmpeg',
  [
    ...[
      '-v',
      'error',
      '-y',
      '-f',
      'lavfi',
      '-i',
      `aevalsrc='0.22*(${chime})+0.34*${voice}':s=48000:d=${SECONDS}`,
    ],
    ...['-c:a', 'libopus', '-b:a', '24k', '-frame_duration', '20', '-application', 'voip'],
    join(folder, 'visitor.ogg'),
  ],
  { stdio: 'inherit' },
)
