// Web Push over HTTP: subscriptions, tests, receipts, the board.

import type * as z from 'zod/mini'
import {
  pushKey,
  pushReceipt,
  reachability,
  subscribePush,
  testChannels,
  unsubscribePush,
} from '../../../src/contract/endpoints/push.ts'
import { holds } from '../../../src/domain/permission.ts'
import { by } from '../../entity/rules.ts'
import type { Store } from '../../entity/statement.ts'
import type { ApartContext, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import type { Secrets } from '../../secrets.ts'
import type { InstallationConfig } from '../../settings/installation.ts'
import type { Sessions } from '../session/public.ts'
import { readBoard } from './board.ts'
import { subscriptionsOf } from './deliveries.ts'
import { createNotifier, type Notifier } from './notifier.ts'
import type { PushSettings } from './payloads.ts'
import { createPost, type Post, type PostOutcome } from './post.ts'
import { takeReceipt } from './receipts.ts'
import { createSender } from './sender.ts'
import type { PushConfig } from './settings.ts'
import { ownSubscriptions, subscribe, unsubscribe } from './subscriptions.ts'
import { vapidOf } from './vapid.ts'

/** A test holds its call until the push service has answered, so only so many at once. */
const MOST_TESTS = 4

type TestResult = z.output<typeof testChannels.response>['results'][number]

/**
 * Mounts the endpoints and starts following what is to be told. `post` stands in for https to public addresses, and
 * then any address is taken: tests alone give one.
 */
export interface PushParts extends Kernel {
  sessions: Sessions
  lines: Lines
  config: PushSettings & PushConfig & Pick<InstallationConfig, 'publicUrl'> & { secrets: Secrets }
}

export function mountPush(
  handlers: Handlers,
  parts: PushParts,
  { alarms, walls }: { alarms: Store; walls: Store },
  post?: Post,
): Notifier {
  const { data, pools, config, log, lines } = parts
  const vapid = vapidOf(config)
  const warn = (error: unknown) => log.warn({ err: error }, 'A push message was not sent')
  const sender = createSender({ post: post ?? createPost(), vapid, onError: warn })
  const notifier = createNotifier({ ...parts, data: pools.devices }, sender)
  const anywhere = post !== undefined

  handlers.handle(pushKey, async (_, { person, sql }) => ({
    publicKey: vapid.publicKey,
    subscriptions: await ownSubscriptions(sql, person.accountId, Date.now()),
  }))
  handlers.handle(subscribePush, async (input, context) => ({
    id: await subscribe(input, context, { data, anywhere }),
  }))
  handlers.handle(unsubscribePush, async (input, context) => {
    await unsubscribe(input, context)
    return null
  })

  const mayTest = createBucket({ perSecond: 0.2, atOnce: 10 })
  let testing = 0
  handlers.handleApart(testChannels, async ({ userId }, context) => {
    const { person, scoped } = context
    if (person.visitor) throw new Refused('forbidden')
    const target = userId ?? person.accountId
    if (target !== person.accountId) await refuseUnlessSeen(target, context)
    if (testing >= MOST_TESTS || !mayTest(String(person.accountId)))
      throw new Refused('throttled', { status: 429 })
    testing++
    try {
      const subscriptions = await scoped(sql => {
        sql.audit({
          ...by(context, person.tenantId),
          action: 'push.test',
          entity: 'user',
          rowId: target,
          detail: null,
        })
        return subscriptionsOf(sql, [target], Date.now())
      })
      const outcomes = await notifier.test(subscriptions)
      const results: TestResult[] = [
        ...consoleResult(lines.connectedPeople().has(target)),
        ...subscriptions.map(({ label }, index) => pushResult(label, outcomes[index])),
      ]
      return { results }
    } finally {
      testing--
    }
  })

  handlers.handle(reachability, (_, context) =>
    readBoard(context, lines.connectedPeople(), walls, Date.now()),
  )

  handlers.handleOpen(pushReceipt, (input, caller) => takeReceipt(parts, alarms, input, caller, Date.now()))
  return notifier
}

/** A supervisor tests whom the board shows them; anybody else is as unknown as a stranger. */
async function refuseUnlessSeen(userId: number, { person, scoped }: ApartContext): Promise<void> {
  if (!holds(person.permissions, reachability.access)) throw new Refused('forbidden')
  const row = await scoped(sql =>
    sql.first<{ id: number }>(
      `select id from account where id = $1 and tenant_id = $2 and removed_at is null and status = 'enabled' and not visitor
         and ($3::bigint[] is null or department_id = any($3))`,
      [userId, person.tenantId, person.departments === null ? null : [...person.departments]],
    ),
  )
  if (!row) throw new Refused('row.unknown')
}

const consoleResult = (connected: boolean): TestResult[] => [
  {
    channel: 'console',
    label: '',
    sent: connected,
    failure: connected ? null : 'notConnected',
  },
]

function pushResult(label: string, outcome: PostOutcome | undefined): TestResult {
  const failures = {
    accepted: null,
    gone: 'gone',
    later: 'refused',
    refused: 'refused',
    noService: 'noService',
  } as const
  const failure = outcome === undefined ? 'gone' : failures[outcome.is]
  return { channel: 'push', label, sent: failure === null, failure }
}
