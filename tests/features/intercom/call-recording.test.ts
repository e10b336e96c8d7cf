// The recording of a call as one end sees it: asked for, agreed to or not, going on, ended by whoever.
import { beforeEach, describe, expect, it } from 'vitest'
import type { CallRecordingMode } from '../../../src/domain/intercom/call-recording.ts'
import {
  type CallRecording,
  type CallRecordingPorts,
  type CallRecordingState,
  createCallRecording,
  notRecorded,
} from '../../../src/features/intercom/call-recording.ts'

let did: string[]
let state: CallRecordingState
let mode: CallRecordingMode
let begins: ('asked' | 'on' | 'refused')[]
let able: boolean
let over: () => void
let recording: CallRecording

const ports: CallRecordingPorts = {
  mode: async () => mode,
  async begin() {
    const answer = begins.shift() ?? 'refused'
    did.push(`begin ${answer}`)
    if (answer === 'refused') throw new Error('refused')
    return answer
  },
  send: async () => 'taken',
  end: async () => void did.push('end'),
  recorder: async () => ({
    canRecordCalls: () => able,
    startCallRecorder(options) {
      did.push('record')
      over = options.onOver
      return { stop: async () => void did.push('stop') }
    },
  }),
  tell: what => void did.push(`tell ${what}`),
  now: () => 5,
}
const rest = () => new Promise(resolve => setTimeout(resolve))
const open = async () => {
  recording = createCallRecording({
    ports,
    callId: 7,
    line: { tracks: () => [] },
    consent: yes => void did.push(`consent ${yes}`),
    onChange: next => {
      state = next
    },
  })
  await rest()
}
const press = async () => {
  recording.press()
  await rest()
}

beforeEach(() => {
  did = []
  state = notRecorded
  mode = 'agreed'
  begins = []
  able = true
})

describe('the end that records', () => {
  it('may not where the company does not want it', async () => {
    mode = 'off'
    await open()
    expect(state).toEqual({ is: 'none', may: false })
    await press()
    expect(did).toEqual([])
  })

  it('begins at once where the other end only has to know', async () => {
    begins = ['on']
    await open()
    await press()
    expect(state).toEqual({ is: 'on', own: true, mayStop: true, since: 5 })
    expect(did).toEqual(['begin on', 'record', 'tell started'])
    await press()
    expect(state).toEqual({ is: 'none', may: true })
    expect(did.slice(3)).toEqual(['stop', 'end', 'tell stopped'])
  })

  it('waits for the other end, and records nothing that it does not agree to', async () => {
    begins = ['asked', 'asked', 'on']
    await open()
    await press()
    expect(state).toEqual({ is: 'asking', other: true })
    recording.hear({ is: 'declined' })
    expect(state).toEqual({ is: 'none', may: true })
    expect(did).toEqual(['begin asked', 'tell declined'])
    await press()
    recording.hear({ is: 'agreed' })
    await rest()
    expect(state).toMatchObject({ is: 'on', own: true })
    expect(did.slice(2)).toEqual(['begin asked', 'begin on', 'record', 'tell started'])
  })

  it('takes the question back', async () => {
    begins = ['asked']
    await open()
    await press()
    await press()
    expect(state).toEqual({ is: 'none', may: true })
    expect(did).toEqual(['begin asked', 'end'])
    // An answer that was on its way begins nothing.
    recording.hear({ is: 'agreed' })
    await rest()
    expect(did).toHaveLength(2)
  })

  it('ends what began after it was given up', async () => {
    begins = ['on']
    await open()
    recording.press()
    await Promise.resolve()
    recording.press()
    await rest()
    expect(state).toEqual({ is: 'none', may: true })
    expect(did).toContain('end')
    expect(did).not.toContain('record')
  })

  it('rests after a refusal, and says what the browser cannot', async () => {
    await open()
    await press()
    expect(state).toEqual({ is: 'none', may: true })
    able = false
    await press()
    expect(did).toEqual(['begin refused', 'tell unsupported'])
  })

  it('says why it has ended by itself, also when pieces are taken no more', async () => {
    begins = ['on', 'on']
    await open()
    await press()
    recording.hear({ is: 'off', trouble: 'diskFull' })
    expect(state).toEqual({ is: 'none', may: true })
    expect(did.slice(3)).toEqual(['stop', 'tell diskFull'])
    await press()
    over()
    expect(state).toEqual({ is: 'none', may: true })
  })

  it('sends the rest and ends with the call', async () => {
    begins = ['on']
    await open()
    await press()
    recording.close()
    await rest()
    expect(did.slice(3)).toEqual(['stop', 'end'])
  })
})

describe('the other end', () => {
  it('is asked, agrees, and can take it back', async () => {
    mode = 'off'
    await open()
    recording.hear({ is: 'asked' })
    expect(state).toEqual({ is: 'asked' })
    recording.answer(true)
    recording.hear({ is: 'on', agreed: true })
    expect(state).toEqual({ is: 'on', own: false, mayStop: true, since: 5 })
    recording.answer(false)
    expect(state).toEqual({ is: 'none', may: false })
    expect(did).toEqual(['consent true', 'consent false'])
  })

  it('is told where it only has to know, and of the end', async () => {
    await open()
    recording.hear({ is: 'on', agreed: false })
    expect(state).toMatchObject({ is: 'on', own: false, mayStop: false })
    await press()
    expect(did).toEqual([])
    recording.hear({ is: 'off', trouble: null })
    expect(state).toEqual({ is: 'none', may: true })
    expect(did).toEqual([])
  })
})
