// Opening a door without a call: the question, what is sent, and each of its ends.
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { UnlockAnswer, UnlockConfirmation } from '../../../src/contract/messages.ts'
import { CONFIRM_MS } from '../../../src/domain/intercom/unlock.ts'
import type { UnlockPorts } from '../../../src/features/doors/unlock.driver.ts'
import { UnlockDoor } from '../../../src/features/doors/unlock-door.tsx'
import type { DoorAnswer, UnlockRequest } from '../../../src/platform/unlock.ts'
import { fakeBackEnd } from '../../fakes/fake-back-end.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const ME = 7
const door = { imei: '866652003000001', name: 'North gate' }

let sent: UnlockRequest[]
let held: string[]
let live: boolean
let taken: boolean
let due: { ms: number; run: () => void } | undefined
let answer: ((answer: DoorAnswer) => void) | undefined

const ports: UnlockPorts = {
  live: () => live,
  send: request => {
    if (!taken) return Promise.reject(new Error('not connected'))
    sent.push(request)
    return Promise.resolve()
  },
  listen: imei => {
    held.push(imei)
    return () => void held.splice(held.indexOf(imei), 1)
  },
  onAnswer: listener => {
    answer = listener
    return () => {
      answer = undefined
    }
  },
  newNonce: () => `nonce-of-press-${sent.length}`,
  me: () => ME,
  serverNow: () => 5_000,
  after: (ms, run) => {
    due = { ms, run }
    return () => {
      due = undefined
    }
  },
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  fakeBackEnd([])
  ;[sent, held, live, taken, due, answer] = [[], [], true, true, undefined, undefined]
})

const show = (permissions = ['device.unlock']) =>
  renderScreen(<UnlockDoor door={door} ports={ports} />, { permissions })
const dialog = () => page.getByRole('dialog', { name: 'Unlock North gate?' })
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })

async function press() {
  await show()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await inDialog('Unlock').click()
}
const answered = (result: UnlockAnswer['result']) =>
  answer?.({ code: '5082', imei: door.imei, userId: ME, nonce: sent.at(-1)?.nonce ?? '', result })
const confirmed = (more: Partial<UnlockConfirmation> = {}) =>
  answer?.({
    code: '5091',
    type: 3,
    imei: door.imei,
    result: 'opened',
    callId: null,
    userId: ME,
    userName: 'Me',
    at: 6_000,
    ...more,
  })

test('who may not unlock sees no button', async () => {
  await show([])
  await expect.element(page.getByRole('button', { name: 'Unlock' })).not.toBeInTheDocument()
})

test('nothing is sent before the question about this door is answered', async () => {
  await show()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect.element(dialog()).toMatchTextContent(/The door opens at once\./)
  await inDialog('Cancel').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect([sent, held]).toEqual([[], []])
})

test('the request names no call; sent, then opened', async () => {
  await press()
  expect(sent).toEqual([{ code: '5082', imei: door.imei, userId: ME, at: 5_000, nonce: 'nonce-of-press-0' }])
  expect(held).toEqual([door.imei])
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Unlocking…')
  answered('sent')
  await expect
    .element(dialog().getByRole('status'))
    .toHaveTextContent('Waiting for the door unit to confirm…')
  // What somebody else had opened is not the answer to this.
  confirmed({ userId: ME + 1 })
  await expect
    .element(dialog().getByRole('status'))
    .toHaveTextContent('Waiting for the door unit to confirm…')
  confirmed()
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Unlocked')
  expect(held).toEqual([])
  expect(due).toBeUndefined()
  await inDialog('Close').last().click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

describe('refused', () => {
  test.each([
    ['noCall', 'You have no right to open this door without a call'],
    ['forbidden', 'Not unlocked: you may not open this door'],
    ['offline', 'Not unlocked: the door unit is offline'],
    ['tooOften', 'Not unlocked: too many attempts. Wait a moment.'],
    ['stale', 'Not unlocked: the request came too late'],
    ['noKey', 'Not unlocked: this door unit has no key yet. Enrol it again.'],
    ['failed', 'Not unlocked: the request could not be passed on'],
  ] as const)('by the server: %s', async (result, words) => {
    await press()
    answered(result)
    await expect.element(dialog().getByRole('alert')).toHaveTextContent(words)
    expect(held).toEqual([])
  })

  test('at once while there is no connection, and never sent', async () => {
    live = false
    await press()
    await expect.element(dialog().getByRole('alert')).toMatchTextContent(/never kept for later/)
    live = true
    expect([sent, held]).toEqual([[], []])
    await inDialog('Try again').click()
    expect(sent).toHaveLength(1)
  })

  test('when the broker does not take it', async () => {
    taken = false
    await press()
    await expect.element(dialog().getByRole('alert')).toMatchTextContent(/never kept for later/)
    expect(due).toBeUndefined()
  })

  test('by the door itself', async () => {
    await press()
    confirmed({ result: 'failed' })
    await expect
      .element(dialog().getByRole('alert'))
      .toHaveTextContent('The door unit could not open the door')
  })
})

test('silent after ten seconds; a late confirmation still counts', async () => {
  await press()
  answered('sent')
  expect(due?.ms).toBe(CONFIRM_MS)
  due?.run()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/did not confirm within 10 seconds/)
  confirmed()
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Unlocked')
})

test('closed, it listens no more and begins anew', async () => {
  await press()
  await inDialog('Close').last().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => held).toEqual([])
  expect(due).toBeUndefined()
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect.element(dialog()).toMatchTextContent(/The door opens at once\./)
})
