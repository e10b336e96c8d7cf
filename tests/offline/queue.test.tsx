// The offline queue on the browser's real IndexedDB and locks: two tabs, lost answers, ended sessions, other people.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  countForeign,
  enqueue,
  purgeQueue,
  queuedActions,
  replay,
  startQueue,
  stopQueue,
} from '../../src/platform/queue.ts'
import { openQueue, type Queue } from '../../src/platform/queue-instance.ts'
import type { QueuedAction, SendOutcome } from '../../src/platform/queue-row.ts'
import { openQueueStore, queueNames } from '../../src/platform/queue-store.ts'

const newKey = () => crypto.randomUUID()
const handle = (id: number) => ({
  entity: 'alarm',
  command: 'handle',
  ids: [id],
  input: { note: `note ${id}` },
  subject: `Alarm ${id}`,
})

/** A back end that honours keys: the same key gets the first answer and changes nothing. */
class Server {
  done: QueuedAction[] = []
  calls = 0
  away = false
  sessionEnded = false
  loseAnswers = 0
  refuse = new Set<number>()
  #answers = new Map<string, SendOutcome>()

  send = async (action: QueuedAction): Promise<SendOutcome> => {
    this.calls += 1
    await new Promise(resolve => setTimeout(resolve, 3))
    if (this.away) return { is: 'unreached' }
    if (this.sessionEnded) return { is: 'sessionEnded' }
    const known = this.#answers.get(action.key)
    const answer: SendOutcome =
      known ??
      (action.ids.some(id => this.refuse.has(id))
        ? { is: 'refused', refusal: { id: 'row.unknown' } }
        : { is: 'done' })
    if (!known && answer.is === 'done') this.done.push(action)
    this.#answers.set(action.key, answer)
    if (this.loseAnswers > 0) {
      this.loseAnswers -= 1
      return { is: 'unreached' }
    }
    return answer
  }
}

let server: Server
let name: string
const open: Queue[] = []

async function tab(): Promise<Queue> {
  const queue = await openQueue(name, { send: server.send, newKey })
  open.push(queue)
  return queue
}

beforeEach(() => {
  server = new Server()
  name = `gatehouse-queue-1-${Math.floor(Math.random() * 1e9)}`
})

afterEach(async () => {
  for (const queue of open.splice(0)) queue.close()
  await purgeQueue()
})

describe('one person, one or more tabs', () => {
  it('sends in order with the original time', async () => {
    const queue = await tab()
    await queue.enqueue({ ...handle(1), at: 1000 })
    await queue.enqueue({ ...handle(2), at: 2000 })
    expect(queue.rows().map(row => row.state)).toEqual(['waiting', 'waiting'])
    await queue.replay()
    expect(server.done.map(({ ids, at }) => [ids[0], at])).toEqual([
      [1, 1000],
      [2, 2000],
    ])
    expect(queue.rows()).toEqual([])
  })

  it('two tabs that replay together send each action once', async () => {
    const [first, second] = [await tab(), await tab()]
    for (let id = 1; id <= 10; id += 1) await (id % 2 ? first : second).enqueue(handle(id))
    await Promise.all([first.replay(), second.replay(), first.replay(), second.replay()])
    expect(server.calls).toBe(10)
    expect(server.done.map(({ ids }) => ids[0])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('one tab sees what the other gave, and that it is gone', async () => {
    const [first, second] = [await tab(), await tab()]
    await first.enqueue(handle(1))
    await expect.poll(() => second.rows().length).toBe(1)
    await second.replay()
    await expect.poll(() => first.rows().length).toBe(0)
  })

  it('an action given while another tab is sending is not left behind', async () => {
    const [first, second] = [await tab(), await tab()]
    await first.enqueue(handle(1))
    const sending = first.replay()
    await second.enqueue(handle(2))
    await Promise.all([sending, second.replay()])
    expect(server.done).toHaveLength(2)
  })

  it('a lost answer is asked for again under the same key and done once', async () => {
    const queue = await tab()
    await queue.enqueue(handle(1))
    server.loseAnswers = 1
    await queue.replay()
    expect(queue.rows()[0]).toMatchObject({ state: 'waiting', tries: 1 })
    await queue.replay()
    expect(server.calls).toBe(2)
    expect(server.done).toHaveLength(1)
    expect(queue.rows()).toEqual([])
  })

  it('a tab that died while sending is taken over', async () => {
    const store = await openQueueStore(name)
    await store.add({ ...handle(1), at: 1, key: 'k1', state: 'sending', tries: 1 })
    store.close()
    const queue = await tab()
    await queue.replay()
    expect(server.done.map(({ key }) => key)).toEqual(['k1'])
  })

  it('stops at the first sign that the network is away', async () => {
    const queue = await tab()
    await queue.enqueue(handle(1))
    await queue.enqueue(handle(2))
    server.away = true
    await queue.replay()
    expect(server.calls).toBe(1)
    expect(queue.rows().map(row => row.state)).toEqual(['waiting', 'waiting'])
  })

  it('a refused one stays with its reason, lets the next through, and can be retried or dropped', async () => {
    const queue = await tab()
    server.refuse.add(1)
    await queue.enqueue(handle(1))
    await queue.enqueue(handle(2))
    await queue.replay()
    const [failed] = queue.rows()
    expect(queue.rows()).toHaveLength(1)
    expect(failed).toMatchObject({ state: 'failed', refusal: { id: 'row.unknown' } })
    expect(server.done.map(({ ids }) => ids[0])).toEqual([2])
    server.refuse.clear()
    await queue.retry(failed?.order ?? 0)
    await queue.replay()
    expect(server.done.map(({ ids }) => ids[0])).toEqual([2, 1])
    server.refuse.add(3)
    await queue.enqueue(handle(3))
    await queue.replay()
    await queue.drop(queue.rows()[0]?.order ?? 0)
    expect(queue.rows()).toEqual([])
  })
})

describe('whose it is', () => {
  const me = { tenantId: 1, userId: 7 }
  const other = { tenantId: 1, userId: 8 }
  const ports = () => ({ send: server.send, newKey })

  afterEach(() => stopQueue())

  it('an expired session holds; the same person sends', async () => {
    await startQueue(me, ports())
    await enqueue(handle(1))
    server.sessionEnded = true
    await replay()
    expect(queuedActions.read().map(row => row.state)).toEqual(['waiting'])
    stopQueue()
    expect(queuedActions.read()).toEqual([])
    await expect(enqueue(handle(2))).rejects.toThrow()
    server.sessionEnded = false
    await startQueue(me, ports())
    await replay()
    expect(server.done).toHaveLength(1)
  })

  it("another person's login sends nothing of it, and can purge it", async () => {
    await startQueue(me, ports())
    await enqueue(handle(1))
    stopQueue()
    await startQueue(other, ports())
    expect(queuedActions.read()).toEqual([])
    await replay()
    expect(server.calls).toBe(0)
    expect(await countForeign(other)).toBe(1)
    await purgeQueue(other)
    expect(await countForeign(other)).toBe(0)
  })

  it('a purge reaches a queue that another tab holds open', async () => {
    await startQueue(me, ports())
    await enqueue(handle(1))
    const secondTab = await openQueue('gatehouse-queue-1-7', ports())
    expect(secondTab.rows()).toHaveLength(1)
    await purgeQueue()
    expect(await queueNames()).toEqual([])
    expect(secondTab.rows()).toEqual([])
    await secondTab.replay()
    expect(server.calls).toBe(0)
    secondTab.close()
  })
})
