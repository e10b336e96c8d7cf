// The page of the message broker as a person meets it: states in words, the trace, publishing for those who may.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { BrokerPage } from '../../../src/features/broker/broker-page.tsx'
import { objectOf } from '../../../src/features/broker/broker-payload.ts'
import { brokerErrorWords } from '../../../src/features/broker/broker-words.ts'
import { pretty, shownEntries } from '../../../src/features/broker/trace-view.ts'
import type { WatchedBroker } from '../../../src/features/broker/use-broker.ts'
import type { BrokerFacts, BrokerState } from '../../../src/platform/mqtt-broker.ts'
import { BrokerError, type BrokerErrorId, brokerErrorIds } from '../../../src/platform/mqtt-errors.ts'
import type { TraceEntry } from '../../../src/platform/mqtt-trace.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const at = Date.now()
const entry = (n: number, facts: Partial<TraceEntry>): TraceEntry => ({
  n,
  at: at + n,
  what: 'received',
  detail: '',
  ...facts,
})

let state: BrokerState
let facts: BrokerFacts
let retries: number
let sent: { topic: string; message: object; qos: number }[]
let failure: BrokerErrorId | undefined
let broker: WatchedBroker & { change: (next: Partial<BrokerFacts>) => void }

beforeEach(async () => {
  await page.viewport(1280, 800)
  state = { is: 'live', since: at }
  facts = {
    clientId: 'user_7_1',
    url: '/mqtt',
    buffered: 12,
    subscriptions: [
      { topic: 'acm/7/web', is: 'granted', holders: 1, messages: 3, lastAt: at },
      { topic: 'sfwatch/866040053214418/client', is: 'refused', holders: 1, messages: 0, lastAt: undefined },
    ],
    trace: [
      entry(1, { what: 'connecting' }),
      entry(2, { what: 'lost', error: 'pingTimeout' }),
      entry(3, { topic: 'acm/7/web', qos: 1, size: 5000, payload: '{"code":"call","n":1}' }),
      entry(4, { what: 'sent', topic: 'acm/7/call', qos: 0, size: 9, payload: '{"a":true}' }),
    ],
  }
  retries = 0
  sent = []
  failure = undefined
  const watchers = new Set<() => void>()
  broker = {
    state: () => state,
    subscribe: () => () => {},
    facts: () => facts,
    watch(each) {
      watchers.add(each)
      return () => watchers.delete(each)
    },
    retry: () => {
      retries += 1
    },
    async publish(topic, message, { qos }) {
      if (failure) throw new BrokerError(failure)
      sent.push({ topic, message, qos })
    },
    change(next) {
      facts = { ...facts, ...next }
      for (const each of watchers) each()
    },
  }
})
const show = (permissions = ['broker.publish']) =>
  renderScreen(<BrokerPage broker={broker} me={7} onLeave={() => {}} />, { permissions })
const entries = () => page.getByRole('list', { name: 'What happened' }).getByRole('listitem')

/** Waits until an element contains these words. */
const says = (element: Locator, words: RegExp | string) =>
  expect.poll(() => element.query()?.textContent ?? '').toMatch(words)

describe('the connection', () => {
  test('says who one is, where, and what waits', async () => {
    await show()
    const card = page.getByRole('region', { name: 'Connection' })
    await says(card, /Live.*user_7_1.*ws:.*\/mqtt.*60 sec.*12 of 5,000/)
    const topics = page.getByRole('region', { name: 'Subscriptions' })
    await says(topics, /acm\/7\/web.*Granted.*3 messages/)
    await says(topics, /client.*Refused.*No message yet/)
  })

  test('that is lost says why and when it is tried again, and can be tried now', async () => {
    state = { is: 'waiting', since: at, nextAttempt: at + 60_000, reason: 'badCredentials', lostAt: at }
    await show()
    const card = page.getByRole('region', { name: 'Connection' })
    await says(card, 'The message broker did not accept the ticket')
    await says(card, /next attempt in \d+ sec/)
    await card.getByRole('button', { name: 'Try now' }).click()
    expect(retries).toBe(1)
  })

  test('has words of its own for each error', () => {
    const words = brokerErrorIds.map(id => brokerErrorWords[id].message)
    expect(new Set(words).size).toBe(brokerErrorIds.length)
  })
})

describe('the trace', () => {
  test('stands newest first and opens a message', async () => {
    await show()
    await says(entries().nth(0), /Sent.*acm\/7\/call.*QoS 0/)
    await says(entries().nth(1), /Received.*acm\/7\/web.*QoS 1.*5,000 characters/)
    await says(entries().nth(2), /Connection lost.*No heartbeat/)
    await entries().nth(1).getByText('Received').click()
    await says(entries().nth(1), '"n": 1')
    await says(entries().nth(1), 'The beginning only, of 5,000 characters.')
  })

  test('can be narrowed by kind and by text', async () => {
    await show()
    await page.getByText('Messages', { exact: true }).click()
    await expect.poll(() => entries().elements().length).toBe(2)
    await page.getByPlaceholder('Search in topic and message').fill('7/CALL')
    await expect.poll(() => entries().elements().length).toBe(1)
    await page.getByPlaceholder('Search in topic and message').fill('nowhere')
    await expect.element(page.getByText('Nothing of this kind among the last hundred.')).toBeVisible()
  })

  test('stands still while it is paused and says what it holds back', async () => {
    await show()
    await page.getByRole('button', { name: 'Pause' }).click()
    broker.change({ trace: [...facts.trace, entry(5, { what: 'live' }), entry(6, { what: 'stopped' })] })
    await expect.element(page.getByText(/2 newer entries/)).toBeVisible()
    expect(entries().elements()).toHaveLength(4)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => entries().elements().length).toBe(6)
  })

  test('keeps its order and its text as it came', () => {
    expect(shownEntries(facts.trace, 'connection', '').map(({ n }) => n)).toEqual([2, 1])
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(pretty('{"a":"cut of')).toBe('{"a":"cut of')
  })
})

describe('publishing', () => {
  test('is for those who may', async () => {
    await show([])
    await expect.element(page.getByRole('region', { name: 'Connection' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Send' })).not.toBeInTheDocument()
  })

  test('goes to the own topic and says what became of it', async () => {
    await show()
    await expect.element(page.getByLabelText('Topic', { exact: true })).toHaveValue('acm/7/web')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText('Sent. At QoS 0 delivery is not confirmed.')).toBeVisible()
    await page.getByText('QoS 2', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText('The broker has confirmed it.')).toBeVisible()
    expect(sent.map(({ topic, qos }) => `${topic} ${qos}`)).toEqual(['acm/7/web 0', 'acm/7/web 2'])
  })

  test('refuses what is no JSON object, at the field', async () => {
    await show()
    const message = page.getByLabelText('Message', { exact: true })
    await message.fill('[1]')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText('A message must be a JSON object')).toBeVisible()
    expect(sent).toEqual([])
    expect([objectOf('{"a":1}'), objectOf('null'), objectOf('{'), objectOf('"a"')]).toEqual([
      { a: 1 },
      undefined,
      undefined,
      undefined,
    ])
  })

  test('says why it failed', async () => {
    failure = 'bufferFull'
    await show()
    await page.getByText('QoS 1', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.element(page.getByText(/Too many messages wait already/)).toBeVisible()
  })

  test('at QoS 0 needs a connection; at QoS 1 it may wait', async () => {
    state = { is: 'connecting', since: at }
    await show()
    await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await page.getByText('QoS 1', { exact: true }).first().click()
    await userEvent.click(page.getByRole('button', { name: 'Send' }))
    expect(sent).toMatchObject([{ qos: 1 }])
  })
})
