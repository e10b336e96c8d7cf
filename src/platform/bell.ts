// The bell of a door: two struck tones, falling, again and again; never to be taken for the siren.
import { loopOf, shake } from './sound.ts'

const HIGH_HERTZ = 784
const LOW_HERTZ = 622
const GAIN = 0.4
/** From the first stroke to the second, and from one pair to the next. */
const STROKE_SECONDS = 0.6
const PAIR_SECONDS = 2.6

/** Rings until it is silenced. Needs the same gesture as the siren. */
export const bell = loopOf(on => {
  const volume = on.createGain()
  volume.connect(on.destination)
  const pair = () => {
    strike(on, volume, HIGH_HERTZ, on.currentTime)
    strike(on, volume, LOW_HERTZ, on.currentTime + STROKE_SECONDS)
  }
  pair()
  const timer = setInterval(pair, PAIR_SECONDS * 1000)
  const stopShaking = shake([250, 350, 250], PAIR_SECONDS * 1000)
  return () => {
    clearInterval(timer)
    stopShaking()
    volume.gain.setTargetAtTime(0, on.currentTime, 0.02)
    setTimeout(() => volume.disconnect(), 300)
  }
})

/** One stroke: the tone and a quieter overtone, dying away. */
function strike(on: AudioContext, into: GainNode, hertz: number, at: number): void {
  for (const [partial, loudness] of [
    [1, GAIN],
    [2.76, GAIN / 5],
  ] as const) {
    const oscillator = on.createOscillator()
    const fading = on.createGain()
    oscillator.frequency.value = hertz * partial
    fading.gain.setValueAtTime(0, at)
    fading.gain.linearRampToValueAtTime(loudness, at + 0.01)
    fading.gain.exponentialRampToValueAtTime(0.001, at + 1.4 / partial)
    oscillator.connect(fading).connect(into)
    oscillator.start(at)
    oscillator.stop(at + 1.5)
  }
}
