// The siren, made in code: two tones that alternate. Browsers stay silent before a gesture, so the state is visible.

/** `off`: waits for a gesture. `armed`: it would sound now. `refused`: the browser said no. */
export type SoundState = 'off' | 'armed' | 'refused'

const HIGH_HERTZ = 960
const LOW_HERTZ = 720
const HALF_CYCLE_SECONDS = 0.45
const SIREN_GAIN = 0.5
const CHIRP_SECONDS = 0.12

let context: AudioContext | undefined
let state: SoundState = 'off'
let wanted = false
let siren: { stop: () => void } | undefined
const listeners = new Set<() => void>()

const become = (next: SoundState) => {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Whether the siren would be heard; an external store for views. */
export const soundState = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): SoundState => state,
}

/** Makes the siren ready. Call it in a gesture; `audible` answers with a short tone, so that one hears it works. */
export async function armSound(audible = false): Promise<SoundState> {
  try {
    context ??= makeContext()
    // A browser without permission leaves this promise open for ever.
    await Promise.race([context.resume(), new Promise(resolve => setTimeout(resolve, 1000))])
    become(context.state === 'running' ? 'armed' : 'refused')
    if (state === 'armed' && audible && !siren) chirp(context)
  } catch {
    become('refused')
  }
  follow()
  return state
}

/** Arms at the first gesture anywhere, or now when there was one. Returns how to stop waiting. */
export function armAtFirstGesture(): () => void {
  const arm = () => {
    stop()
    void armSound()
  }
  const stop = () => {
    for (const kind of ['pointerdown', 'keydown'] as const) removeEventListener(kind, arm, true)
  }
  if (navigator.userActivation?.hasBeenActive) void armSound()
  else for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, arm, true)
  return stop
}

/** Sounds until `silence`. Not armed yet, it starts as soon as it is. */
export function ring(): void {
  wanted = true
  follow()
}

export function silence(): void {
  wanted = false
  follow()
}

function follow(): void {
  if (wanted && !siren && context?.state === 'running') {
    siren = startSiren(context)
    // One rhythm for hand and ear: phones that can, shake too.
    navigator.vibrate?.([400, 200, 400])
  }
  if (!wanted && siren) {
    siren.stop()
    siren = undefined
    navigator.vibrate?.(0)
  }
}

function makeContext(): AudioContext {
  const made = new AudioContext()
  made.onstatechange = () => {
    // A phone call or the system may take the sound away, and give it back.
    if (made.state === 'running') become('armed')
    else if (state === 'armed') become('off')
    follow()
  }
  return made
}

function tone(on: AudioContext, gain: number): { oscillator: OscillatorNode; volume: GainNode } {
  const oscillator = on.createOscillator()
  const volume = on.createGain()
  oscillator.type = 'triangle'
  volume.gain.value = gain
  oscillator.connect(volume).connect(on.destination)
  return { oscillator, volume }
}

function startSiren(on: AudioContext): { stop: () => void } {
  const { oscillator, volume } = tone(on, SIREN_GAIN)
  const swing = on.createOscillator()
  const depth = on.createGain()
  swing.type = 'square'
  swing.frequency.value = 1 / (2 * HALF_CYCLE_SECONDS)
  depth.gain.value = (HIGH_HERTZ - LOW_HERTZ) / 2
  oscillator.frequency.value = (HIGH_HERTZ + LOW_HERTZ) / 2
  swing.connect(depth).connect(oscillator.frequency)
  oscillator.start()
  swing.start()
  const shake = setInterval(() => navigator.vibrate?.([400, 200, 400]), 3000)
  return {
    stop() {
      clearInterval(shake)
      // A hard cut clicks.
      volume.gain.setTargetAtTime(0, on.currentTime, 0.02)
      oscillator.stop(on.currentTime + 0.15)
      swing.stop(on.currentTime + 0.15)
    },
  }
}

function chirp(on: AudioContext): void {
  const { oscillator, volume } = tone(on, SIREN_GAIN / 2)
  oscillator.frequency.value = HIGH_HERTZ
  volume.gain.setTargetAtTime(0, on.currentTime + CHIRP_SECONDS, 0.03)
  oscillator.start()
  oscillator.stop(on.currentTime + CHIRP_SECONDS * 3)
}
