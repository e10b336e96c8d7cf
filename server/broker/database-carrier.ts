// Words between the server processes through the database that they share (LISTEN and NOTIFY): a few processes need
// nothing else. A notification holds fewer than 8,000 bytes, so a long word travels in pieces.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../log.ts'
import { asciiJson } from './ascii-json.ts'
import type { Carrier } from './carrier.ts'

const CHANNEL = 'gatehouse_peers'
/** PostgreSQL sends a process what is said on the channels that it listens to, and no other. */
const channelOf = (tenantId: number) => `${CHANNEL}_tenant_${tenantId}`
/** Characters of ASCII in one piece; the rest of the 8,000 bytes is its head. */
const PIECE = 7_800
/** Pieces that wait to leave. What comes then is dropped: who fell behind must not fall behind further. */
const MOST_WAITING = 20_000
/** Pieces that leave in one statement. */
const AT_ONCE = 500
/** Words whose pieces are not all here. */
const MOST_OPEN = 200
const AGAIN_MS = 1_000
const LONGEST_AGAIN_MS = 5_000
/** A line that is dead without having said so is found by a question that nobody answers. */
const ASK_MS = 5_000

/** `<process>.<word>.<piece>.<pieces> <text>`, pieces counted from 1. */
const HEAD = /^([\w-]+)\.(\d+)\.(\d+)\.(\d+) /

/** Puts words together again that came in pieces; answers a word when it is whole. */
export function createPieces(me: string): (payload: string) => string | undefined {
  const open = new Map<string, { pieces: Map<number, string>; of: number }>()
  return payload => {
    const head = HEAD.exec(payload)
    if (!head || head[1] === me) return undefined
    const [matched, process, word, at, of] = head
    const text = payload.slice(matched.length)
    if (of === '1') return text
    const key = `${process}.${word}`
    const known = open.get(key) ?? { pieces: new Map<number, string>(), of: Number(of) }
    known.pieces.set(Number(at), text)
    open.set(key, known)
    if (known.pieces.size < known.of) {
      const [oldest] = open.keys()
      if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest)
      return undefined
    }
    open.delete(key)
    return [...known.pieces]
      .sort(([a], [b]) => a - b)
      .map(([, piece]) => piece)
      .join('')
  }
}

/** The pieces of a word, each fit for one notification. */
export function piecesOf(me: string, word: number, text: string): string[] {
  const whole = asciiJson(text)
  const of = Math.max(1, Math.ceil(whole.length / PIECE))
  return Array.from(
    { length: of },
    (_, at) => `${me}.${word}.${at + 1}.${of} ${whole.slice(at * PIECE, (at + 1) * PIECE)}`,
  )
}

/** Connects, and connects again whenever the line breaks. Never rejects: until it is up, nothing is carried. */
export function connectDatabaseCarrier({ url, log }: { url: string; log: Log }): Carrier {
  const me = randomUUID()
  const join = createPieces(me)
  const said: ((text: string) => void)[] = []
  const back: (() => void)[] = []
  let line: pg.Client | undefined
  let words = 0
  let dropped = 0
  let waiting: { channel: string; piece: string }[] = []
  const followed = new Set<number>()
  let sending = false
  let wasUp = false
  let stopped = false
  let pause = AGAIN_MS
  let again: NodeJS.Timeout | undefined

  const lose = (client: pg.Client, error?: Error) => {
    client.end().catch(() => undefined)
    if (stopped || line !== client) return
    line = undefined
    waiting = []
    log.warn({ err: error }, 'The line to the other server processes is broken')
    comeAgain()
  }
  const comeAgain = () => {
    if (stopped) return
    again = setTimeout(() => void open(), pause)
    again.unref()
    pause = Math.min(pause * 2, LONGEST_AGAIN_MS)
  }
  const open = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'gatehouse peers',
      connectionTimeoutMillis: ASK_MS,
      keepAlive: true,
      query_timeout: ASK_MS,
    })
    client.on('error', error => lose(client, error))
    client.on('end', () => lose(client))
    client.on('notification', ({ payload = '' }) => {
      const text = join(payload)
      if (text !== undefined) for (const listener of said) listener(text)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // Also those that came while it listened to the others.
      for (const heard = new Set<number>(); ; ) {
        const missing = [...followed].filter(tenantId => !heard.has(tenantId))
        if (missing.length === 0) break
        await client.query(missing.map(tenantId => `listen ${channelOf(tenantId)}`).join(';'))
        for (const tenantId of missing) heard.add(tenantId)
      }
    } catch (error) {
      client.end().catch(() => undefined)
      log.debug({ err: error }, 'The line to the other server processes is not to be had yet')
      return comeAgain()
    }
    if (stopped) return void client.end().catch(() => undefined)
    line = client
    pause = AGAIN_MS
    if (wasUp) for (const listener of back) listener()
    wasUp = true
    void send()
  }
  const send = async () => {
    if (sending || !line || waiting.length === 0) return
    sending = true
    const client = line
    const pieces = waiting.splice(0, AT_ONCE)
    try {
      await client.query(
        'select pg_notify(channel, piece) from unnest($1::text[], $2::text[]) x (channel, piece)',
        [pieces.map(({ channel }) => channel), pieces.map(({ piece }) => piece)],
      )
    } catch (error) {
      lose(client, error instanceof Error ? error : undefined)
    }
    sending = false
    void send()
  }
  const asks = setInterval(() => {
    const client = line
    if (client) client.query('select 1').catch(error => lose(client, error))
  }, ASK_MS)
  asks.unref()
  void open()

  return {
    say: (text, tenantId) => {
      if (!line || waiting.length >= MOST_WAITING) dropped++
      if (!line) return
      if (waiting.length >= MOST_WAITING) {
        log.warn({ waiting: waiting.length }, 'Words to the other server processes are dropped')
        return
      }
      const channel = tenantId === undefined ? CHANNEL : channelOf(tenantId)
      for (const piece of piecesOf(me, ++words, text)) waiting.push({ channel, piece })
      void send()
    },
    follow: async tenantId => {
      followed.add(tenantId)
      const client = line
      await client?.query(`listen ${channelOf(tenantId)}`).catch(error => lose(client, error))
    },
    unfollow: tenantId => {
      followed.delete(tenantId)
      const client = line
      client?.query(`unlisten ${channelOf(tenantId)}`).catch(error => lose(client, error))
    },
    partsTenants: () => true,
    onSaid: listener => void said.push(listener),
    onBack: listener => void back.push(listener),
    isUp: () => line !== undefined,
    dropped: () => dropped,
    stop: async () => {
      stopped = true
      clearTimeout(again)
      clearInterval(asks)
      // The last words of a process are those that say that it goes.
      const client = line
      while (waiting.length > 0 || sending) await new Promise(resolve => setTimeout(resolve, 5))
      line = undefined
      await client?.end().catch(() => undefined)
    },
  }
}
