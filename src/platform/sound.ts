// Sounds that go on until they are silenced, and the siren, made in code: two tones that alternate. Browsers stay
// silent before a gesture, so the state is visible.

/** `off`: waits for a gesture. `armed`: it would sound now. `refused`: the browser said no. */
export type SoundState = 'off' | 'armed' | 'refused'

const HIGH_HERTZ = 960
const LOW_HERTZ = 720
const HALF_CYCLE_SECONDS = 0.45
const SIREN_GAIN = 0.5
const CHIRP_SECONDS = 0.12

let context: AudioContext | undefined
let state: SoundState = 'off'
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
    if (state === 'armed' && audible && !loops.some(loop => loop.stop)) chirp(context)
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

/** A sound that goes on; starts it and answers how to stop. */
export type StartSound = (on: AudioContext) => () => void

interface Loop {
  start: StartSound
  wanted: boolean
  stop: (() => void) | undefined
}

const loops: Loop[] = []

/** Two that are wanted at once take turns, the first one made for longer: together neither could be told. */
const FIRST_TURN_MS = 4_000
const NEXT_TURN_MS = 3_000

/** A sound to switch on and off. Not armed yet, it starts as soon as it is. The first one made sounds first. */
export function loopOf(start: StartSound): { ring: () => void; silence: () => void } {
  const loop: Loop = { start, wanted: false, stop: undefined }
  loops.push(loop)
  const want = (wanted: boolean) => () => {
    loop.wanted = wanted
    follow()
  }
  return { ring: want(true), silence: want(false) }
}

let turn = 0
let turnEnds: ReturnType<typeof setTimeout> | undefined

function follow(): void {
  const wanted = context?.state === 'running' ? loops.filter(loop => loop.wanted) : []
  if (wanted.length < 2) {
    clearTimeout(turnEnds)
    turnEnds = undefined
    turn = 0
  }
  const at = turn % Math.max(1, wanted.length)
  const loud = wanted[at]
  for (const loop of loops) {
    if (loop === loud || !loop.stop) continue
    loop.stop()
    loop.stop = undefined
  }
  if (context && loud) loud.stop ??= loud.start(context)
  if (wanted.length < 2) return
  turnEnds ??= setTimeout(
    () => {
      turnEnds = undefined
      turn += 1
      follow()
    },
    at === 0 ? FIRST_TURN_MS : NEXT_TURN_MS,
  )
}

/** Shakes phones that can, in the rhythm of a sound, every so many milliseconds; answers how to stop. */
export function shake(pattern: readonly number[], everyMs: number): () => void {
  const once = () => navigator.vibrate?.([...pattern])
  once()
  const timer = setInterval(once, everyMs)
  return () => {
    clearInterval(timer)
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

/** The siren: sounds until it is silenced. */
export const { ring, silence } = loopOf(on => {
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
  // One rhythm for hand and ear.
  const stopShaking = shake([400, 200, 400], 3000)
  return () => {
    stopShaking()
    // A hard cut clicks.
    volume.gain.setTargetAtTime(0, on.currentTime, 0.02)
    oscillator.stop(on.currentTime + 0.15)
    swing.stop(on.currentTime + 0.15)
  }
})

function chirp(on: AudioContext): void {
  const { oscillator, volume } = tone(on, SIREN_GAIN / 2)
  oscillator.frequency.value = HIGH_HERTZ
  volume.gain.setTargetAtTime(0, on.currentTime + CHIRP_SECONDS, 0.03)
  oscillator.start()
  oscillator.stop(on.currentTime + CHIRP_SECONDS * 3)
}
