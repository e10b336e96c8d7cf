// The resident's end of a call with the door: the line, and the words about it, which are sent and asked for over HTTP.
import type { JoinData } from '../contract/call-signal.ts'
import {
  residentCallAnswer,
  residentCallEnd,
  residentCallHear,
  residentCallSay,
} from '../contract/endpoints/resident-talk.ts'
import { sendRequest } from '../platform/http.ts'
import { type CallLine, LineError, type MediaProblem } from '../platform/rtc/port.ts'
import { providerFor } from '../platform/rtc/providers.ts'
import { forgetSignals, hearSignal, signalPort } from '../platform/rtc/signals.ts'

export interface TalkView {
  line: 'connecting' | 'connected' | 'reconnecting' | 'ended'
  /** What the door sends. */
  remote: { video: boolean; audio: boolean }
  /** Whether this end is heard. */
  heard: boolean
  /** What is missing while the call goes on, or why it has ended. */
  problem: MediaProblem | undefined
}

export interface Talk {
  /** The element that shows and sounds the door. */
  attach(video: HTMLVideoElement | null): void
  setMicrophone(on: boolean): void
  hangUp(): void
}

/** The door is asked what it says this often while the line comes about, and while it stands. */
const ASK_MS = 400
const FOLLOW_MS = 1_500
/** So many questions without an answer in a row: the server is gone, the call may still be there. */
const MOST_FAILED = 15

/** Takes a call for the home; what the line is joined with. */
export const answerCall = async (callId: number): Promise<JoinData> =>
  (await sendRequest(residentCallAnswer, { callId })).join

/** Speaks until one end hangs up; `onView` hears of every change. */
export function openTalk(join: JoinData, onView: (view: TalkView) => void): Talk {
  const { callId } = join
  const abort = new AbortController()
  let line: CallLine | undefined
  let shownIn: HTMLVideoElement | null = null
  let view: TalkView = {
    ...{ line: 'connecting', remote: { video: false, audio: false }, heard: false, problem: undefined },
  }
  const show = (change: Partial<TalkView>) => {
    if (view.line === 'ended') return
    view = { ...view, ...change }
    onView(view)
  }
  const end = (problem?: MediaProblem) => {
    if (view.line === 'ended') return
    show({ line: 'ended', problem: problem === 'gone' ? undefined : (problem ?? undefined) })
    removeEventListener('pagehide', leave)
    abort.abort()
    void line?.hangUp()
    forgetSignals(callId)
    void sendRequest(residentCallEnd, { callId }, { keepAlive: true }).catch(() => {})
  }
  const leave = () => end()
  addEventListener('pagehide', leave)

  // One after the other, so that the door hears them in order.
  let saying: Promise<unknown> = Promise.resolve()
  const signals = signalPort(callId, {
    publish: signal => {
      const said = saying.then(() => sendRequest(residentCallSay, { callId, signal }))
      saying = said.catch(() => {})
      return said.then(() => {})
    },
  })

  async function hear(): Promise<void> {
    let after = 0
    let failed = 0
    while (!abort.signal.aborted) {
      try {
        const { isLive, words } = await sendRequest(residentCallHear, { callId, after })
        failed = 0
        for (const { id, signal } of words) {
          after = id
          hearSignal(callId, signal)
        }
        if (!isLive) return end()
      } catch {
        if (++failed > MOST_FAILED) return end('network')
      }
      await new Promise(resolve => setTimeout(resolve, view.line === 'connected' ? FOLLOW_MS : ASK_MS))
    }
  }

  async function speak(): Promise<void> {
    try {
      const provider = await providerFor(join.provider)
      const obstacle = await provider.check()
      // Without a microphone one still sees and hears the visitor, and can let them in.
      if (obstacle && obstacle !== 'noDevices') throw new LineError(obstacle)
      let broken = false
      const joined = await provider.join({
        data: join,
        signals,
        camera: false,
        door: true,
        abort: abort.signal,
        events: {
          onState: state => {
            if (state !== 'ended') show({ line: state })
            else if (line) end(broken ? 'network' : undefined)
          },
          onRemoteMedia: remote => show({ remote }),
          onProblem: problem => {
            if (problem === 'network') broken = true
            else show({ problem })
          },
          onQuality: () => {},
          onOwnMedia: ({ audio }) => show({ heard: audio, ...(audio && { problem: undefined }) }),
        },
      })
      line = joined
      if (abort.signal.aborted) return void joined.hangUp()
      joined.attach(shownIn)
    } catch (error) {
      if (!abort.signal.aborted) end(error instanceof LineError ? error.problem : 'network')
    }
  }

  void hear()
  void speak()
  return {
    attach(video) {
      shownIn = video
      line?.attach(video)
    },
    setMicrophone: on => void line?.setMicrophone(on),
    hangUp: () => end(),
  }
}
