// What the simulated cameras show: drawn scenes in H.264 that come with the simulator, and a hum that is made here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isKeyUnit, isPicture, isSequence, isSlice } from '../../modules/cameras/engine/h264.ts'

export const sceneNames = ['gate', 'crane', 'hall', 'parking', 'fence', 'roof'] as const
export type SceneName = (typeof sceneNames)[number]

export const FRAMES_PER_SECOND = 10

export interface Scene {
  parameters: { sequence: Buffer; picture: Buffer }
  /** Slices of each picture; the first picture stands by itself. */
  frames: { key: boolean; units: Buffer[] }[]
}

const scenes = new Map<string, Scene>()

/** Undefined: there is none of this name. `small` is half as wide. */
export function sceneOf(name: string, small: boolean): Scene | undefined {
  if (!sceneNames.some(one => one === name)) return undefined
  const file = `${name}${small ? '-small' : ''}.h264`
  const scene = scenes.get(file) ?? readScene(readFileSync(join(import.meta.dirname, 'media', file)))
  scenes.set(file, scene)
  return scene
}

function readScene(bytes: Buffer): Scene {
  const units = unitsOf(bytes)
  const [sequence, picture] = [units.find(isSequence), units.find(isPicture)]
  if (!sequence || !picture) throw new Error('A scene without parameters')
  const frames: Scene['frames'] = []
  for (const unit of units) {
    if (!isSlice(unit)) continue
    // A slice that begins with the picture's first block begins the picture.
    const begins = ((unit[1] ?? 0) & 0x80) !== 0
    if (begins) frames.push({ key: isKeyUnit(unit), units: [unit] })
    else frames.at(-1)?.units.push(unit)
  }
  return { parameters: { sequence, picture }, frames }
}

/** Units of a file with start codes (ITU-T H.264, annex B). */
function unitsOf(bytes: Buffer): Buffer[] {
  const starts: { code: number; unit: number }[] = []
  for (
    let at = bytes.indexOf('\0\0\x01', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('\0\0\x01', at + 3, 'latin1')
  )
    starts.push({ code: bytes[at - 1] === 0 ? at - 1 : at, unit: at + 3 })
  return starts.map(({ unit }, index) => bytes.subarray(unit, starts[index + 1]?.code))
}

/** 20 ms of a soft hum in PCMA, at a moment counted in such parts. */
export function humAt(part: number): Buffer {
  return Buffer.from(
    Array.from({ length: 160 }, (_, index) => {
      const t = (part * 160 + index) / 8000
      const swell = 0.6 + 0.4 * Math.sin(2 * Math.PI * 0.25 * t)
      return aLaw(1800 * swell * (Math.sin(2 * Math.PI * 110 * t) + 0.4 * Math.sin(2 * Math.PI * 220 * t)))
    }),
  )
}

/** A sample of 16 bits as one of A-law (ITU-T G.711). */
function aLaw(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0
  const size = Math.min(4095, Math.floor(Math.abs(sample) / 8))
  const exponent = size < 32 ? 0 : Math.floor(Math.log2(size)) - 4
  const part = exponent === 0 ? size >> 1 : (size >> exponent) & 0x0f
  return (sign | (exponent << 4) | (part & 0x0f)) ^ 0x55
}
