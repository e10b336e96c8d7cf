// The line of a call, to a door unit or a colleague: opened, shown, left; what is seen and heard of it, for the views.
import type { CallProvider, JoinData } from '../../contract/call-signal.ts'
import {
  type CallLine,
  type CallProviderPort,
  LineError,
  type LineEvents,
  type LineQuality,
  type LineState,
  type MediaProblem,
  type SignalPort,
} from '../../platform/rtc/port.ts'
import {
  type CallRecording,
  type CallRecordingPorts,
  type CallRecordingState,
  createCallRecording,
  notRecorded,
} from './call-recording.ts'

export interface LineMedia {
  remote: { video: boolean; audio: boolean }
  own: { video: boolean; audio: boolean }
  has: { microphone: boolean; camera: boolean }
  quality: LineQuality | undefined
  /** The last thing found missing while the call goes on. */
  problem: MediaProblem | undefined
  /** Of the other end, 0 to 100 per cent. */
  volume: number
  /** When the line first stood, by this machine's clock. */
  since: number | undefined
  recording: CallRecordingState
}

export const quietMedia: LineMedia = {
  remote: { video: false, audio: false },
  own: { video: false, audio: false },
  has: { microphone: true, camera: true },
  quality: undefined,
  problem: undefined,
  volume: 100,
  since: undefined,
  recording: notRecorded,
}

/** True when everything is there to join with: channel, uid, and for Agora its appId (real-time specification, section 5). */
export function canJoin({ provider, channel, uid, appId }: JoinData): boolean {
  return Boolean(channel && uid && (provider === 'builtIn' || appId))
}

export interface LinePorts {
  provider: (name: CallProvider) => Promise<CallProviderPort>
  signals: (callId: number) => SignalPort
  onMedia: (media: LineMedia) => void
  onState: (callId: number, state: Exclude<LineState, 'ended'>) => void
  /** `stood`: whether the line was ever joined. No problem means that the other end has left. */
  onEnd: (callId: number, problem: MediaProblem | null, stood: boolean) => void
  now: () => number
  /** Looks for what stands in the way before joining; left out where the page has asked already. */
  checks?: boolean
  /** The other end is a door unit. */
  door?: boolean
  /** How a call is recorded; absent where none can be. */
  recording?: CallRecordingPorts | undefined
}

export interface LineControl {
  join: (callId: number, data: JoinData) => void
  leave: () => void
  attach: (video: HTMLVideoElement | null) => void
  attachOwn: (video: HTMLVideoElement | null) => void
  setMicrophone: (on: boolean) => void
  setCamera: (on: boolean) => void
  setVolume: (percent: number) => void
  /** Begins or ends recording the call. */
  record: () => void
  /** Agrees to be recorded or not; also takes an agreement back. */
  agree: (yes: boolean) => void
  /** Sets what is missing, such as the microphone; undefined once it is there. */
  tell: (problem: MediaProblem | undefined) => void
}

/** Makes the one line of a console; nothing is open before `join`. */
export function createLine(ports: LinePorts): LineControl {
  let media = quietMedia
  let current: AbortController | undefined
  let line: CallLine | undefined
  let recording: CallRecording | undefined
  let stopHearing = () => {}
  const shown: { remote: HTMLVideoElement | null; own: HTMLVideoElement | null } = { remote: null, own: null }

  const show = (part: Partial<LineMedia>) => {
    media = { ...media, ...part }
    ports.onMedia(media)
  }

  async function join(callId: number, data: JoinData): Promise<void> {
    leave()
    const mine = new AbortController()
    current = mine
    show({ ...quietMedia, volume: media.volume })
    try {
      const provider = await ports.provider(data.provider)
      const obstacle = ports.checks ? await provider.check() : undefined
      if (mine.signal.aborted) return
      // Without devices one still sees and hears the visitor, and can unlock.
      if (obstacle && obstacle !== 'noDevices') throw new LineError(obstacle)
      if (obstacle) show({ problem: obstacle })
      const made = await provider.join({
        data,
        signals: ports.signals(callId),
        events: eventsOf(callId, mine.signal),
        // Without a camera the call is sound only (real-time specification, section 5).
        camera: true,
        door: ports.door ?? false,
        abort: mine.signal,
      })
      if (mine.signal.aborted) return void made.hangUp()
      line = made
      made.setVolume(media.volume)
      if (shown.remote) made.attach(shown.remote)
      if (shown.own) made.attachOwn(shown.own)
      show({ has: { ...made.has }, since: media.since ?? ports.now() })
      listen(callId, made)
      ports.onState(callId, 'connected')
    } catch (error) {
      if (mine.signal.aborted) return
      current = undefined
      const problem = error instanceof LineError ? error.problem : 'network'
      ports.onEnd(callId, problem === 'gone' ? null : problem, false)
    }
  }

  function eventsOf(callId: number, signal: AbortSignal): LineEvents {
    let broken = false
    const heard =
      <T>(take: (value: T) => void) =>
      (value: T) => {
        if (!signal.aborted) take(value)
      }
    return {
      onState: heard(state => {
        // Before the line is handed over, `join` itself tells.
        if (!line) return
        if (state === 'ended') ports.onEnd(callId, broken ? 'network' : null, true)
        else ports.onState(callId, state)
      }),
      onRemoteMedia: heard(remote => show({ remote })),
      onProblem: heard(problem => {
        broken ||= problem === 'network'
        show({ problem, ...(line && { has: { ...line.has } }) })
      }),
      onQuality: heard(quality => show({ quality })),
      onOwnMedia: heard(own => {
        const { problem } = media
        const solved = problem === 'noCamera' ? own.video : own.audio
        show({ own, ...(line && { has: { ...line.has } }), problem: solved ? undefined : problem })
      }),
    }
  }

  function listen(callId: number, made: CallLine): void {
    if (!ports.recording) return
    const signals = ports.signals(callId)
    const mine = createCallRecording({
      ports: ports.recording,
      callId,
      line: made,
      consent: yes => signals.send({ kind: 'consent', yes }),
      onChange: state => show({ recording: state }),
    })
    recording = mine
    stopHearing = signals.onSignal(signal => {
      if (signal.kind === 'recording') mine.hear(signal.word)
    })
  }

  function leave(): void {
    // Before the tracks are gone: what was recorded is still to be sent.
    recording?.close()
    recording = undefined
    stopHearing()
    stopHearing = () => {}
    current?.abort()
    current = undefined
    void line?.hangUp().catch(() => {})
    line = undefined
  }

  return {
    join: (callId, data) => void join(callId, data),
    leave,
    attach(video) {
      shown.remote = video
      line?.attach(video)
    },
    attachOwn(video) {
      shown.own = video
      line?.attachOwn(video)
    },
    setMicrophone: on => void line?.setMicrophone(on),
    setCamera: on => void line?.setCamera(on),
    setVolume(volume) {
      show({ volume })
      line?.setVolume(volume)
    },
    record: () => recording?.press(),
    agree: yes => recording?.answer(yes),
    tell: problem => show({ problem }),
  }
}
