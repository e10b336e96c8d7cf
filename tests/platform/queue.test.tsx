// The offline queue on the browser's real IndexedDB and locks: two tabs, lost answers, ended sessions, other people.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  enqueue,
  queuedActions,
  replay,
  startQueue,
  stopQueue,
  sweepQueues,
} from '../../src/platform/queue.ts'
import {
  type KeepInput,
  openQueue,
  type Queue,
  type WaitingFileOf,
} from '../../src/platform/queue-instance.ts'
import type { QueuedAction, SendOutcome } from '../../src/platform/queue-row.ts'
import { deleteQueue, openQueueStore, queueNames, waitingQueues } from '../../src/platform/queue-store.ts'

const newKey = () => crypto.randomUUID()
/** Keys as the server hands them out: 32 bytes each. */
const keysOf = (sign: string, mask = '王**') => ({ seal: sign.repeat(43), tell: 'handle', mask })
const mine = keysOf('A')
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

/** Everything that lies beside the actions, as text. */
async function bytesOnDisk(database: string): Promise<string> {
  const stored = await new Promise<{ sealed: Uint8Array }[]>((resolve, reject) => {
    const opening = indexedDB.open(database)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('files').objectStore('files').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })
  return stored.map(({ sealed }) => new TextDecoder().decode(sealed)).join()
}

let server: Server
let name: string
const open: Queue[] = []

async function tab(): Promise<Queue> {
  const queue = await openQueue(name, mine, { send: server.send, newKey })
  open.push(queue)
  return queue
}

beforeEach(() => {
  server = new Server()
  name = `gatehouse-queue-1-${Math.floor(Math.random() * 1e9)}`
})

afterEach(async () => {
  for (const queue of open.splice(0)) queue.close()
  stopQueue()
  for (const each of await queueNames()) await deleteQueue(each)
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

  it('what sending has made of the input is not made again, by another tab neither', async () => {
    const sent: unknown[] = []
    const send = async (action: QueuedAction, keep: KeepInput): Promise<SendOutcome> => {
      sent.push(action.input)
      await keep({ photo: '/files/there' })
      return { is: 'unreached' }
    }
    const queue = await openQueue(name, mine, { send, newKey })
    open.push(queue)
    const { key } = await queue.enqueue({ ...handle(1), input: { photo: 'data:image/jpeg;base64,AAAA' } })
    await queue.replay()
    await (await tab()).replay()
    expect(sent).toEqual([{ photo: 'data:image/jpeg;base64,AAAA' }])
    expect(server.done).toMatchObject([{ key, input: { photo: '/files/there' } }])
  })

  it('a refused action keeps what was made of its input', async () => {
    const send = async (_: QueuedAction, keep: KeepInput): Promise<SendOutcome> => {
      await keep({ photo: '/files/there' })
      return { is: 'refused', refusal: { id: 'field.required' } }
    }
    const queue = await openQueue(name, mine, { send, newKey })
    open.push(queue)
    await queue.enqueue(handle(1))
    await queue.replay()
    expect(queue.rows()).toMatchObject([{ state: 'failed', input: { photo: '/files/there' } }])
  })

  it('a file waits sealed beside its action, is there at each attempt, and goes with it', async () => {
    const bytes = new TextEncoder().encode('moving pictures '.repeat(64))
    const heard: (string | undefined)[] = []
    let away = true
    const send = async (_: QueuedAction, __: KeepInput, fileOf: WaitingFileOf): Promise<SendOutcome> => {
      const file = await fileOf('url')
      heard.push(file && `${file.name} ${file.type} ${await file.text()}`)
      expect(await fileOf('cover')).toBeUndefined()
      return { is: away ? 'unreached' : 'done' }
    }
    const queue = await openQueue(name, mine, { send, newKey })
    open.push(queue)
    const files = { url: new File([bytes], 'a.mp4', { type: 'video/mp4' }) }
    await queue.enqueue({ ...handle(1), files })
    await queue.enqueue(handle(2))
    expect(queue.rows().map(row => row.files)).toEqual([
      { url: { name: 'a.mp4', type: 'video/mp4' } },
      undefined,
    ])
    expect(await bytesOnDisk(name)).not.toContain('moving pictures')
    await queue.replay()
    away = false
    await queue.replay()
    expect(heard).toEqual([...Array(2).fill(`a.mp4 video/mp4 ${'moving pictures '.repeat(64)}`), undefined])
    expect(await bytesOnDisk(name)).toBe('')
  })

  it('a file that cannot be read leaves no action behind', async () => {
    const queue = await tab()
    const gone = new File(['x'], 'a.mp4')
    gone.arrayBuffer = () => Promise.reject(new Error('it was moved meanwhile'))
    await expect(queue.enqueue({ ...handle(1), files: { url: gone } })).rejects.toThrow('it was moved')
    expect(queue.rows()).toEqual([])
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
    const store = await openQueueStore(name, mine)
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
    await startQueue(me, mine, ports())
    await enqueue(handle(1))
    server.sessionEnded = true
    await replay()
    expect(queuedActions.read().map(row => row.state)).toEqual(['waiting'])
    stopQueue()
    expect(queuedActions.read()).toEqual([])
    await expect(enqueue(handle(2))).rejects.toThrow()
    server.sessionEnded = false
    await startQueue(me, mine, ports())
    await replay()
    expect(server.done).toHaveLength(1)
  })

  it("another person's login sends nothing of it, reads nothing of it, and cannot delete it", async () => {
    await startQueue(me, mine, ports())
    await enqueue(handle(1))
    stopQueue()
    await startQueue(other, keysOf('B', 'G. E.'), ports())
    expect(queuedActions.read()).toEqual([])
    await replay()
    await sweepQueues()
    expect(server.calls).toBe(0)
    expect(await waitingQueues()).toMatchObject([{ name: 'gatehouse-queue-1-7', count: 1, mask: '王**' }])
    stopQueue()

    // By the name of the first, but with the key of the second: nothing opens, and nothing is lost.
    await startQueue(me, keysOf('B'), ports())
    expect(queuedActions.read()).toEqual([])
    await replay()
    expect(server.calls).toBe(0)
    stopQueue()
    await startQueue(me, mine, ports())
    await replay()
    expect(server.done).toMatchObject([{ ids: [1], input: { note: 'note 1' } }])
  })

  it('no word of it lies readable in the browser', async () => {
    await startQueue(me, mine, ports())
    await enqueue({ ...handle(1), input: { note: 'Mrs Zhao fell in the bathroom' }, subject: 'Mrs Zhao' })
    const text = await everythingIn('gatehouse-queue-1-7')
    expect(text).toContain('handle')
    for (const secret of ['Zhao', 'bathroom', 'note', 'alarm', mine.seal]) expect(text).not.toContain(secret)
  })

  it('what an older console left unsealed is sealed when its owner is back', async () => {
    await leaveUnsealed('gatehouse-queue-1-7', {
      ...handle(1),
      key: 'k1',
      at: 5,
      state: 'waiting',
      tries: 0,
    })
    expect(await waitingQueues()).toMatchObject([{ count: 1, oldestAt: 5, mask: '**' }])
    await startQueue(me, mine, ports())
    expect(await everythingIn('gatehouse-queue-1-7')).not.toContain('note 1')
    await replay()
    expect(server.done).toMatchObject([{ key: 'k1', at: 5, input: { note: 'note 1' } }])
  })

  it('an empty queue of somebody else is swept away', async () => {
    await startQueue(me, mine, ports())
    stopQueue()
    await startQueue(other, keysOf('B'), ports())
    await sweepQueues()
    expect(await queueNames()).toEqual(['gatehouse-queue-1-8'])
  })
})

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** All that somebody with the tools of the browser can read of a database, as text. */
async function everythingIn(name: string): Promise<string> {
  const database = await settled(indexedDB.open(name))
  const parts: string[] = []
  for (const store of database.objectStoreNames)
    for (const row of await settled<unknown[]>(database.transaction(store).objectStore(store).getAll()))
      parts.push(
        JSON.stringify(row, (_, value) =>
          value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
        ),
      )
  database.close()
  return parts.join('\n')
}

/** A queue as it was before rows were sealed. */
async function leaveUnsealed(name: string, row: Omit<QueuedAction, 'order'>): Promise<void> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('actions', { keyPath: 'order', autoIncrement: true })
  const database = await settled(opening)
  await settled(database.transaction('actions', 'readwrite').objectStore('actions').add(row))
  database.close()
}
