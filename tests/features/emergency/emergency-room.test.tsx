// The room of an emergency in a real browser: what stands in it, what is sent, and what those may not do who only read.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { EmergencyLog } from '../../../src/contract/endpoints/emergency.ts'
import type { EmergencyRow } from '../../../src/domain/emergency/emergency.ts'
import { EmergencyRoom } from '../../../src/features/emergency/emergency-room.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const ALL = ['read', 'work', 'lead', 'save'].map(verb => `emergency.${verb}`)
const by = { userId: 3, userName: 'Ada' }

let row: EmergencyRow
let log: EmergencyLog
let people: { id: number; name: string; text: string }[]
let refusal: string | undefined
let sent: { path: string; input: unknown }[]

const server: typeof fetch = async (input, init) => {
  const path = new URL(String(input), location.href).pathname.replace('/api/message/emergency/', '')
  const answer = (data: unknown) =>
    new Response(JSON.stringify(refusal ? { code: 1404, id: refusal, msg: 'x' } : { code: 0, data }), {
      headers: { 'Content-Type': 'application/json' },
    })
  if (path === 'get') return answer(row)
  if (path === 'log') return answer(log)
  if (path === 'people') return answer(people)
  if (init?.method === 'POST') sent.push({ path, input: JSON.parse(String(init.body)).input })
  return answer({ results: [{ id: 4, ok: true }] })
}

beforeEach(() => {
  sent = []
  refusal = undefined
  people = [
    { id: 7, name: 'Mei', text: 'able' },
    { id: 8, name: 'Bo', text: 'noPhone' },
  ]
  row = {
    ...{ id: 4, version: 2, createdAt: 1, updatedAt: 1, title: 'Smoke in hall 3', kind: 'real' },
    ...{ severity: 'critical', state: 'open', startedAt: 1_000, ownerId: 3, ownerName: 'Ada' },
    ...{ finding: null, closedAt: null, lines: 4 },
  }
  const at = { at: 2_000, recordedAt: 2_000, ...by }
  log = {
    entries: [
      { id: 1, ...at, facts: { kind: 'opened' } },
      { id: 2, ...at, facts: { kind: 'item', of: 'alarm', subjectId: 9, label: 'SOS · Helmet' } },
      { id: 3, ...at, facts: { kind: 'struck', entry: 2, text: 'Another floor' } },
      { id: 4, ...at, recordedAt: 900_000, facts: { kind: 'note', text: 'Door is hot' } },
      { id: 5, ...at, facts: { kind: 'handover', part: 'whole', userId: 7, name: 'Mei', text: 'All calm' } },
      { id: 6, ...at, facts: { kind: 'message', text: 'Leave hall 3', people: 2, spoken: false } },
    ],
    told: [
      ...[{ entry: 6, userId: 7, name: 'Mei', at: 2_000, times: 2, by: ['centre' as const] }],
      ...[{ entry: 6, userId: 8, name: 'Bo', at: 2_000, times: 1, by: ['centre' as const, 'push' as const] }],
    ].map((each, index) => ({
      ...each,
      ...{ pushFailed: index === 0, text: null, readAt: null, confirmedAt: index === 1 ? 3_000 : null },
    })),
  }
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

test('what was struck stays with its reason, and what came late says when it was learnt', async () => {
  await renderScreen(<EmergencyRoom id={4} />, { permissions: ALL })
  const items = page.getByRole('region', { name: 'What belongs to it' })
  await expect.element(items.getByText('SOS · Helmet')).toBeVisible()
  await expect.element(items.getByText(/Another floor/)).toBeVisible()
  await expect.element(items.getByRole('link')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('region', { name: 'Log' }).getByText(/Reached the server/))
    .toBeVisible()
})

test('who takes over confirms, and reads the message', async () => {
  await renderScreen(<EmergencyRoom id={4} />, { permissions: ALL })
  await expect.element(page.getByText('1 of 2 confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'I take over' }).click()
  await page.getByRole('button', { name: 'I have read it' }).click()
  await page.getByRole('button', { name: 'Remind 1 person' }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      { path: 'accept', input: { entry: 5 } },
      { path: 'confirm', input: { entry: 6 } },
      { path: 'remind', input: { entry: 6 } },
    ])
})

test('a text message is sent after the number was agreed to, and the list says what became of it', async () => {
  const [mei, bo] = log.told
  if (!mei || !bo) throw new Error('nobody was told')
  log = {
    entries: log.entries.map(entry =>
      entry.id === 6
        ? { ...entry, facts: { kind: 'message', text: 'Leave hall 3', people: 2, spoken: false, texts: 1 } }
        : entry,
    ),
    told: [
      { ...mei, text: { fate: 'asked', state: 'failed', failure: 'phoneOff' } },
      { ...bo, text: { fate: 'noPhone', state: null, failure: null } },
    ],
  }
  await renderScreen(<EmergencyRoom id={4} />, { permissions: ALL })
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect
    .element(messages.getByRole('listitem').filter({ hasText: 'Mei' }))
    .toMatchTextContent(/push failed.*text message: Not delivered \(The phone was off or out of reach\)/)
  await expect
    .element(messages.getByRole('listitem').filter({ hasText: 'Bo' }))
    .toMatchTextContent(/confirmed.*no text message: no telephone number/)
  await expect.element(messages.getByText(/Nobody can confirm by text message/)).toBeVisible()

  await messages.getByRole('combobox', { name: 'To whom' }).click()
  await page.getByRole('option', { name: 'Mei' }).click()
  await page.getByRole('option', { name: 'Bo' }).click()
  await messages.getByRole('textbox', { name: 'Message' }).fill('Come to the gate')
  await messages.getByRole('switch', { name: /^By text message too/ }).click()
  await expect.element(messages.getByText('1 of 2 have a telephone number.')).toBeVisible()
  await messages.getByRole('button', { name: 'Send message' }).click()
  const question = page.getByRole('dialog', { name: 'Send 1 text message?' })
  await expect.element(question.getByText(/1 person has no telephone number/)).toBeVisible()
  expect(sent).toEqual([])
  await question.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      { path: 'tell', input: { text: 'Come to the gate', userIds: [7, 8], spoken: false, texts: 1 } },
    ])
  // A reminder goes by text as well, and asks again.
  await messages.getByRole('button', { name: 'Remind 1 person' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => sent.at(-1)).toEqual({ path: 'remind', input: { entry: 6, texts: 1 } })
})

test('without a carrier nothing is offered, and it says why', async () => {
  people = people.map(person => ({ ...person, text: 'noCarrier' }))
  await renderScreen(<EmergencyRoom id={4} />, { permissions: ALL })
  await expect.element(page.getByText('This installation has no carrier of text messages.')).toBeVisible()
  await expect.element(page.getByRole('switch', { name: /^By text message too/ })).toBeDisabled()
})

test('a note carries a key of its own, so that sent twice it stands once', async () => {
  await renderScreen(<EmergencyRoom id={4} />, { permissions: ALL })
  await page.getByRole('textbox', { name: 'Note' }).fill('Smoke is less')
  await page.getByRole('button', { name: 'Write note' }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      { path: 'note', input: { event: expect.stringMatching(/^[\w-]{8,64}$/), text: 'Smoke is less' } },
    ])
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('')
})

test('who only reads it changes nothing; once closed it says what was found', async () => {
  row = { ...row, state: 'closed', finding: 'A cable', closedAt: 5_000 }
  await renderScreen(<EmergencyRoom id={4} />, { permissions: ['emergency.read'] })
  await expect.element(page.getByText('A cable')).toBeVisible()
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('button', { name: /Strike|Close|Send|Hand over/ }))
    .not.toBeInTheDocument()
})

test('one that is not there says so', async () => {
  refusal = 'row.unknown'
  await renderScreen(<EmergencyRoom id={4} />, { permissions: ALL })
  await expect.element(page.getByText('There is no such emergency')).toBeVisible()
})
