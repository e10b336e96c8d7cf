// Draws what the simulated cameras show, and packs it with GStreamer: node scripts/draw-camera-scenes.mjs
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { box, disc, limb, painter } from './paint.mjs'

const WIDTH = 640
const HEIGHT = 360
const FRAMES_PER_SECOND = 10
const SECONDS = 12
const folder = join(import.meta.dirname, '../server/simulator/cameras/media')
const paint = painter(WIDTH, HEIGHT)

/** @typedef {import('./paint.mjs').Colour} Colour */
/** @typedef {{ ground(frame: Buffer): void, move(frame: Buffer, phase: number): void }} Scene */

const turn = 2 * Math.PI
/** @type {Colour} */
const sky = [176, 200, 220]
/** @type {Colour} */
const night = [34, 44, 62]
/** @type {Colour} */
const concrete = [132, 134, 136]

/** @param {Buffer} frame @param {Colour} above @param {Colour} below @param {number} horizon */
function lay(frame, above, below, horizon) {
  paint(frame, box(0, 0, WIDTH, horizon), above)
  paint(frame, box(0, horizon, WIDTH, HEIGHT), below)
}

/** @param {Buffer} frame @param {number} x @param {number} y @param {Colour} coat @param {number} step */
function walker(frame, x, y, coat, step) {
  const near = [x - 30, y - 90, x + 30, y + 8]
  const stride = 11 * Math.sin(step)
  paint(frame, limb(x, y - 34, x - stride, y, 5), [44, 52, 72], near)
  paint(frame, limb(x, y - 34, x + stride, y, 5), [34, 42, 60], near)
  paint(frame, box(x - 11, y - 66, x + 11, y - 30, 8), coat, near)
  paint(frame, limb(x, y - 60, x + stride, y - 40, 4), coat, near)
  paint(frame, disc(x, y - 74, 8), [214, 168, 130], near)
  paint(frame, box(x - 10, y - 86, x + 10, y - 75, 5), [244, 200, 40], near)
}

/** @param {Buffer} frame @param {number} x @param {number} y @param {Colour} colour */
function car(frame, x, y, colour) {
  const near = [x - 76, y - 64, x + 76, y + 14]
  paint(frame, box(x - 40, y - 58, x + 36, y - 20, 14), colour, near)
  paint(frame, box(x - 30, y - 52, x + 26, y - 28, 8), [60, 84, 108], near)
  paint(frame, box(x - 70, y - 32, x + 70, y, 10), colour, near)
  for (const side of [-42, 42]) {
    paint(frame, disc(x + side, y, 13), [28, 30, 34], near)
    paint(frame, disc(x + side, y, 5), [150, 154, 160], near)
  }
}

/** @type {Record<string, Scene>} */
const scenes = {
  gate: {
    ground(frame) {
      lay(frame, sky, [96, 100, 104], 210)
      paint(frame, box(40, 110, 150, 240, 4), [214, 206, 190])
      paint(frame, box(60, 140, 130, 190, 2), [70, 100, 130])
      paint(frame, box(0, 290, WIDTH, 294), [230, 226, 200])
    },
    move(frame, phase) {
      const open = Math.min(1, Math.max(0, Math.sin(turn * phase) * 1.6))
      car(frame, -120 + 900 * phase, 300, [180, 48, 44])
      const angle = -open * 1.35
      paint(frame, box(176, 200, 196, 330, 3), [60, 64, 70])
      paint(frame, limb(190, 240, 190 + 330 * Math.cos(angle), 240 + 330 * Math.sin(angle), 6), [222, 58, 48])
    },
  },
  crane: {
    ground(frame) {
      lay(frame, sky, [150, 128, 98], 270)
      paint(frame, box(60, 150, 230, 300), [188, 180, 170])
      for (let row = 0; row < 3; row++)
        for (let column = 0; column < 4; column++)
          paint(
            frame,
            box(76 + column * 38, 166 + row * 40, 100 + column * 38, 192 + row * 40),
            [92, 112, 130],
          )
      paint(frame, box(404, 40, 416, 320), [230, 176, 30])
    },
    move(frame, phase) {
      const reach = 190 * Math.cos(turn * phase)
      paint(frame, limb(410 - reach * 0.35, 62, 410 + reach, 62, 5), [230, 176, 30])
      const load = 410 + reach * 0.85
      const down = 150 + 40 * Math.sin(2 * turn * phase)
      paint(frame, limb(load, 62, load, down, 1.5), [40, 40, 40])
      paint(frame, box(load - 22, down, load + 22, down + 14, 2), [126, 88, 56])
      walker(frame, 250 + 130 * Math.sin(turn * phase), 334, [232, 110, 30], 40 * phase)
    },
  },
  hall: {
    ground(frame) {
      lay(frame, [104, 112, 120], concrete, 190)
      for (let lamp = 0; lamp < 4; lamp++)
        paint(frame, box(40 + lamp * 160, 20, 140 + lamp * 160, 30, 4), [255, 250, 226])
      paint(frame, box(0, 240, WIDTH, 262, 2), [48, 52, 58])
      for (let leg = 0; leg < 7; leg++)
        paint(frame, box(40 + leg * 96, 262, 52 + leg * 96, 330), [70, 76, 84])
    },
    move(frame, phase) {
      for (let index = 0; index < 5; index++) {
        const x = ((index / 5 + phase) % 1) * (WIDTH + 120) - 60
        paint(frame, box(x - 28, 196, x + 28, 240, 2), index % 2 ? [190, 148, 98] : [166, 124, 76])
      }
      walker(frame, 520 + 40 * Math.sin(turn * phase), 344, [40, 110, 190], 30 * phase)
    },
  },
  parking: {
    ground(frame) {
      lay(frame, [120, 150, 110], [86, 90, 94], 120)
      for (let slot = 0; slot < 6; slot++)
        paint(frame, box(60 + slot * 100, 130, 64 + slot * 100, 220), [220, 220, 214])
      car(frame, 112, 214, [70, 90, 130])
      car(frame, 312, 214, [200, 200, 204])
    },
    move(frame, phase) {
      car(frame, WIDTH + 100 - (WIDTH + 200) * phase, 320, [40, 120, 84])
      walker(frame, 80 + 480 * phase, 266, [232, 110, 30], 50 * phase)
    },
  },
  fence: {
    ground(frame) {
      lay(frame, night, [46, 56, 50], 220)
      for (let post = 0; post < 11; post++)
        paint(frame, box(10 + post * 62, 130, 16 + post * 62, 268), [120, 124, 130])
      for (const wire of [150, 180, 210, 240]) paint(frame, box(0, wire, WIDTH, wire + 2), [150, 154, 160])
      paint(frame, disc(560, 56, 22), [236, 236, 214])
    },
    move(frame, phase) {
      const x = 320 + 250 * Math.sin(turn * phase)
      paint(frame, disc(x, 300, 46), [92, 104, 90], [x - 50, 250, x + 50, 350])
      walker(frame, x, 320, [220, 220, 60], 60 * phase)
    },
  },
  roof: {
    ground(frame) {
      lay(frame, [196, 210, 224], [146, 110, 92], 200)
      for (let house = 0; house < 6; house++)
        paint(frame, box(house * 112, 120 - (house % 3) * 30, house * 112 + 96, 200), [160, 166, 176])
      paint(frame, box(0, 196, WIDTH, 206), [226, 226, 220])
    },
    move(frame, phase) {
      walker(frame, 170 + 60 * Math.sin(turn * phase), 300, [232, 110, 30], 40 * phase)
      walker(frame, 430 + 80 * Math.cos(turn * phase), 330, [40, 110, 190], 40 * phase)
      paint(frame, limb(300, 320, 360, 320 - 20 * Math.abs(Math.sin(3 * turn * phase)), 5), [90, 70, 50])
    },
  },
}

const frames = SECONDS * FRAMES_PER_SECOND
for (const [name, scene] of Object.entries(scenes)) {
  const packer = spawn(
    '/usr/bin/python3',
    [
      join(import.meta.dirname, 'encode-camera-scene.py'),
      ...[String(WIDTH), String(HEIGHT), String(FRAMES_PER_SECOND), join(folder, name)],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const still = Buffer.alloc(WIDTH * HEIGHT * 3)
  scene.ground(still)
  for (let index = 0; index < frames; index++) {
    const frame = Buffer.from(still)
    scene.move(frame, index / frames)
    // A bar that fills in the course of the loop: who watches sees at once whether the picture stands.
    paint(
      frame,
      box(0, HEIGHT - 6, (WIDTH * index) / frames, HEIGHT),
      [78, 168, 255],
      [0, HEIGHT - 7, WIDTH, HEIGHT],
    )
    if (!packer.stdin.write(frame)) await once(packer.stdin, 'drain')
  }
  packer.stdin.end()
  await once(packer, 'exit')
}
