// What a door unit sounds like, made in code: ringing out, the door that opens, a call that led nowhere.

let context: AudioContext | undefined
let ringing: ReturnType<typeof setInterval> | undefined

const RING_EVERY_MS = 3_000

/** Call it in a gesture: browsers stay silent before one. */
export function allowSound(): void {
  try {
    context ??= new AudioContext()
    void context.resume().catch(() => {})
  } catch {
    // A browser without sound shows everything all the same.
  }
}

function tone(hertz: number, startsIn: number, seconds: number, loudness: number): void {
  if (context?.state !== 'running') return
  const from = context.currentTime + startsIn
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  oscillator.type = 'sine'
  oscillator.frequency.value = hertz
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(loudness, from + 0.02)
  volume.gain.setTargetAtTime(0, from + seconds, 0.05)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(from)
  oscillator.stop(from + seconds + 0.4)
}

/** One short signal: three rising tones when the door opens, two falling ones when a call led nowhere. */
export function chime(what: 'opened' | 'nothing'): void {
  const [tones, loudness] = what === 'opened' ? [[523, 659, 784], 0.35] : [[440, 330], 0.2]
  for (const [index, hertz] of tones.entries()) tone(hertz, index * 0.16, 0.22, loudness)
}

/** The tone that tells the visitor that it rings elsewhere. */
export function ringOut(on: boolean): void {
  clearInterval(ringing)
  ringing = undefined
  if (!on) return
  const once = () => {
    tone(440, 0, 0.9, 0.12)
    tone(480, 0, 0.9, 0.12)
  }
  once()
  ringing = setInterval(once, RING_EVERY_MS)
}
