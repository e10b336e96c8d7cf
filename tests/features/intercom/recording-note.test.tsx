// What a person in a call is told of its recording, and asked before it: in words, aloud, by hand and by keyboard.
import { useEffect, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type CallRecording,
  type CallRecordingState,
  createCallRecording,
  notRecorded,
} from '../../../src/features/intercom/call-recording.ts'
import { RecordingNote } from '../../../src/features/intercom/recording-note.tsx'
import { renderUi } from '../../ui/render-ui.tsx'

let consents: boolean[]
let begins: ('asked' | 'on')[]
let recording: CallRecording
let follow: (state: CallRecordingState) => void = () => {}

/** The note of one call, whose other end is moved by the test. */
function Call() {
  const [state, setState] = useState(notRecorded)
  useEffect(() => {
    follow = setState
  }, [])
  return <RecordingNote recording={state} driver={{ agree: yes => recording.answer(yes) }} />
}
const show = async () => {
  await renderUi(<Call />)
  recording = createCallRecording({
    callId: 7,
    line: { tracks: () => [] },
    consent: yes => void consents.push(yes),
    onChange: state => follow(state),
    ports: {
      mode: async () => 'agreed',
      begin: async () => begins.shift() ?? 'on',
      send: async () => 'taken',
      end: async () => {},
      recorder: async () => ({
        canRecordCalls: () => true,
        startCallRecorder: () => ({ stop: async () => {} }),
      }),
      tell: () => {},
      now: () => 5,
    },
  })
  // On what terms calls are recorded is known from here on.
  await new Promise(resolve => setTimeout(resolve))
}
const question = page
  .getByRole('alert')
  .getByText('The other end wants to record this call. May your voice and your picture go into it?')
const told = (text: string) => page.getByRole('status').getByText(text)
const nothing = () => expect(document.querySelectorAll('[role=alert], [role=status], button')).toHaveLength(0)
const noButtons = () => expect(page.getByRole('button').elements()).toEqual([])

beforeEach(() => {
  consents = []
  begins = []
})

test('of a call that is not recorded nothing is said', async () => {
  await show()
  nothing()
})

test('asked, one agrees; then sees that it goes on, and takes it back', async () => {
  await show()
  recording.hear({ is: 'asked' })
  await expect.element(question).toBeVisible()
  expect(consents).toEqual([])
  await page.getByRole('button', { name: 'I agree' }).click()
  expect(consents).toEqual([true])
  await expect.element(question).not.toBeInTheDocument()
  recording.hear({ is: 'on', agreed: true })
  await expect.element(told('This call is being recorded.')).toBeVisible()
  await page.getByRole('button', { name: 'I no longer agree' }).click()
  expect(consents).toEqual([true, false])
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  nothing()
})

test('asked, one refuses, and nothing is recorded', async () => {
  await show()
  recording.hear({ is: 'asked' })
  await page.getByRole('button', { name: 'Do not record me' }).click()
  expect(consents).toEqual([false])
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  nothing()
})

test('by keyboard the refusal comes first', async () => {
  await show()
  recording.hear({ is: 'asked' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Do not record me' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  expect(consents).toEqual([true])
})

test('who only has to know is told, and is not asked', async () => {
  await show()
  recording.hear({ is: 'on', agreed: false })
  await expect.element(told('This call is being recorded.')).toBeVisible()
  noButtons()
  recording.hear({ is: 'off', trouble: null })
  await expect.element(told('This call is being recorded.')).not.toBeInTheDocument()
})

test('a question that the other end takes back is gone', async () => {
  await show()
  recording.hear({ is: 'asked' })
  await expect.element(question).toBeVisible()
  recording.hear({ is: 'off', trouble: null })
  await expect.element(question).not.toBeInTheDocument()
  expect(consents).toEqual([])
})

test('who records sees that it is asked for, and that it goes on', async () => {
  begins = ['asked', 'on']
  await show()
  recording.press()
  await expect.element(told('The other end is asked whether this call may be recorded.')).toBeVisible()
  noButtons()
  recording.hear({ is: 'agreed' })
  await expect.element(told('You are recording this call. The other end knows.')).toBeVisible()
  // Whoever records ends it where it was begun.
  noButtons()
})
