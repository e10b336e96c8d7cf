// Sending without a network: where it may go, what statuses mean, how long it is tried, in which order, how many at once.
import { expect, test } from 'vitest'
import { createPost, outcomeOf, type PostOutcome } from '../../../../server/modules/push/post.ts'
import {
  isPublicIp,
  keysFit,
  mayBePushService,
  publicLookup,
} from '../../../../server/modules/push/push-address.ts'
import { createSender, type Letter } from '../../../../server/modules/push/sender.ts'
import { vapidOf } from '../../../../server/modules/push/vapid.ts'
import type { PushPayload } from '../../../../src/contract/endpoints/push.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QG',
  'https://db5p.notify.windows.com/w/?token=x',
])('%s may be a push service', address => expect(mayBePushService(address)).toBe(true))

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://me@fcm.googleapis.com/x',
  'https://localhost/x',
  'https://push.localhost/x',
  'https://intranet/x',
  'https://db.internal/x',
  'https://printer.local./x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'ftp://fcm.googleapis.com/x',
  'nonsense',
])('%s is refused', address => expect(mayBePushService(address)).toBe(false))

test('only addresses of the public internet are connected to', () => {
  for (const ip of ['8.8.8.8', '142.250.1.1', '2607:f8b0::1']) expect(isPublicIp(ip), ip).toBe(true)
  const closed = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.0.1 192.168.1.1 198.18.0.1 224.0.0.1
    255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 fc00::1 fe80::1 ff02::1 2001:db8::1 2002:7f00:1::
    2001::1 nonsense`
  for (const ip of closed.split(/\s+/)) expect(isPublicIp(ip), ip).toBe(false)
})

test('a name that leads into the own network is not followed', async () => {
  const refused = await new Promise<NodeJS.ErrnoException | null>(resolve =>
    publicLookup('localhost', {}, error => resolve(error)),
  )
  expect(refused?.code).toBe('EPRIVATE')
  const outcome = await createPost()({
    address: 'https://localhost/x',
    headers: {},
    body: Buffer.alloc(0),
    timeoutMs: 2_000,
  })
  expect(outcome).toEqual({ is: 'noService' })
})

test('keys must be a point of the curve and 16 bytes', () => {
  const { publicKey } = vapidOf({
    secrets: { keyFor: () => Buffer.alloc(32, 5) },
    pushContact: undefined,
    publicUrl: undefined,
  })
  const auth = Buffer.alloc(16).toString('base64url')
  expect(keysFit(publicKey, auth)).toBe(true)
  expect(keysFit(publicKey, Buffer.alloc(15).toString('base64url'))).toBe(false)
  expect(keysFit(Buffer.alloc(65, 4).toString('base64url'), auth)).toBe(false)
  expect(keysFit(Buffer.alloc(33, 2).toString('base64url'), auth)).toBe(false)
})

test('statuses mean what the standard says', () => {
  expect(outcomeOf(201)).toEqual({ is: 'accepted' })
  expect(outcomeOf(404)).toEqual({ is: 'gone' })
  expect(outcomeOf(410)).toEqual({ is: 'gone' })
  expect(outcomeOf(429, '7')).toEqual({ is: 'later', afterMs: 7_000 })
  expect(outcomeOf(503)).toEqual({ is: 'later', afterMs: undefined })
  expect(outcomeOf(503, 'nonsense')).toEqual({ is: 'later', afterMs: undefined })
  // A redirect is not followed: it could lead anywhere.
  expect(outcomeOf(302)).toEqual({ is: 'refused', status: 302 })
  expect(outcomeOf(403)).toEqual({ is: 'refused', status: 403 })
})

test('the keys are the same at every start, others for another secret, and one that is no scalar is passed over', () => {
  const of = (keyFor: (purpose: string) => Buffer, more: object = {}) =>
    vapidOf({ secrets: { keyFor }, pushContact: undefined, publicUrl: undefined, ...more })
  const one = of(() => Buffer.alloc(32, 1))
  expect(of(() => Buffer.alloc(32, 1))).toEqual(one)
  expect(of(() => Buffer.alloc(32, 2)).publicKey).not.toBe(one.publicKey)
  expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
  const small = of(() => Buffer.concat([Buffer.alloc(30), Buffer.from([1, 2])]))
  expect(Buffer.from(small.privateKey, 'base64url')).toHaveLength(32)
  const passed = of(purpose => Buffer.alloc(32, purpose === 'vapid' ? 0xff : 1))
  expect(passed.publicKey).toBe(one.publicKey)
  const contact = (more: object) => of(() => Buffer.alloc(32, 1), more).subject
  expect(contact({ pushContact: 'mailto:a@b.example' })).toBe('mailto:a@b.example')
  expect(contact({ publicUrl: 'https://gate.example/x' })).toBe('https://gate.example')
  expect(contact({ publicUrl: 'http://gate.example' })).toBe('mailto:operator@gate.example')
  expect(contact({})).toMatch(/^mailto:/)
})

/** A sender with a clock of its own, to which a service answers in turn. */
function stage(...answers: PostOutcome[]) {
  let now = 0
  const waits: number[] = []
  const posted: { at: number; ttl: string | undefined; tag: string }[] = []
  const outcomes: string[] = []
  const pair = vapidOf({
    secrets: { keyFor: () => Buffer.alloc(32, 5) },
    pushContact: undefined,
    publicUrl: undefined,
  })
  const sender = createSender({
    vapid: pair,
    now: () => now,
    after: (ms, run) => {
      waits.push(ms)
      queueMicrotask(() => {
        now += ms
        run()
      })
      return () => {}
    },
    onError: error => {
      throw error
    },
    post: async ({ headers }) => {
      posted.push({ at: now, ttl: headers.TTL, tag: headers.Topic ?? '' })
      return answers.length > 1 ? (answers.shift() ?? { is: 'accepted' }) : (answers[0] ?? { is: 'accepted' })
    },
  })
  const letter = (more: Partial<Letter> = {}, tag = 'sos-1'): Letter => ({
    to: {
      id: 1,
      endpoint: 'https://push.example.com/1',
      p256dh: pair.publicKey,
      auth: Buffer.alloc(16).toString('base64url'),
    },
    payload: { tag } as PushPayload,
    ttlSeconds: 60,
    wanted: async () => true,
    onOutcome: async outcome => void outcomes.push(outcome.is),
    ...more,
  })
  return { sender, letter, waits, posted, outcomes }
}

test('a service that is away is asked again, ever later, for as long as the message is worth it', async () => {
  const { sender, letter, waits, posted, outcomes } = stage({ is: 'noService' })
  expect(await sender.send(letter())).toEqual({ is: 'noService' })
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  expect(posted.map(({ ttl }) => ttl)).toEqual(['60', '59', '57', '53', '45', '29'])
  expect(outcomes).toEqual(Array(6).fill('noService'))
})

test('one that says how long to wait is obeyed; a refusal is final', async () => {
  const asked = stage({ is: 'later', afterMs: 30_000 }, { is: 'accepted' })
  await asked.sender.send(asked.letter())
  expect(asked.waits).toEqual([30_000])
  const tooLong = stage({ is: 'later', afterMs: 61_000 })
  await tooLong.sender.send(tooLong.letter())
  expect(tooLong.posted).toHaveLength(1)
  const refused = stage({ is: 'refused', status: 400 })
  await refused.sender.send(refused.letter())
  expect(refused.posted).toHaveLength(1)
})

test('what is not wanted any more is not sent, and a test is tried once', async () => {
  const { sender, letter, posted } = stage({ is: 'noService' })
  let asked = 0
  expect(await sender.send(letter({ wanted: async () => ++asked < 3 }))).toBeUndefined()
  expect(posted).toHaveLength(2)
  const once = stage({ is: 'noService' })
  await once.sender.send(once.letter({ ttlSeconds: 0 }))
  expect(once.posted).toHaveLength(1)
})

test('an end never overtakes its beginning, and another subject does not wait for it', async () => {
  const order: string[] = []
  let release = () => {}
  const { sender, letter } = stage({ is: 'accepted' })
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const first = sender.send(
    letter({
      wanted: async () => {
        await held
        order.push('begins')
        return true
      },
    }),
  )
  const second = sender.send(letter({ wanted: async () => Boolean(order.push('ends')) }))
  const other = sender.send(letter({ wanted: async () => Boolean(order.push('other')) }, 'sos-2'))
  await other
  release()
  await Promise.all([first, second])
  expect(order).toEqual(['other', 'begins', 'ends'])
})

test('sixteen at once for one service, and a silent one holds up no other', async () => {
  let running = 0
  let most = 0
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const { sender, letter } = stage({ is: 'accepted' })
  const slow = async () => {
    most = Math.max(most, ++running)
    await held
    running--
    return true
  }
  const { to } = letter()
  const letters = Array.from({ length: 40 }, (_, id) =>
    sender.send(letter({ to: { ...to, id }, wanted: slow })),
  )
  const elsewhere = letter({ to: { ...to, id: 99, endpoint: 'https://other.example.com/1' } })
  expect(await sender.send(elsewhere)).toEqual({ is: 'accepted' })
  expect(most).toBe(16)
  release()
  await Promise.all(letters)
  expect(most).toBe(16)
})
