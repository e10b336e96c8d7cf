// PostgreSQL's replication protocol as far as backups need it: a copy of the files, and every change as it is written. It
// is asked for over a connection, so that neither its programs nor its folder have to be within reach.
import pg from 'pg'

/** From here on the other side has to wait. */
const MOST_WAITING = 8_388_608
const COPY_DATA = 0x64
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])

type Take = (chunk: Buffer) => Promise<void> | void
/** Rows of all results, in order; each value as text. */
type Rows = (string | null)[][]

/** One command of which data comes piece by piece; pieces are taken one after another. */
class Streamed implements pg.Submittable {
  readonly done: Promise<Rows>
  private readonly text: string
  private readonly take: Take
  /** Whether we also send. */
  private readonly both: boolean
  private rows: Rows = []
  private waiting = 0
  private work = Promise.resolve()
  private connection: pg.Connection | undefined
  private settle = { resolve: (_rows: Rows) => {}, reject: (_error: unknown) => {} }
  private failed = false

  constructor(text: string, take: Take, both = false) {
    this.text = text
    this.take = take
    this.both = both
    this.done = new Promise((resolve, reject) => {
      this.settle = { resolve, reject }
    })
  }

  submit(connection: pg.Connection): void {
    this.connection = connection
    // The other end of a stream in both directions says that it is done, and waits for us to say the same.
    connection.once('copyDone', () => {
      if (this.both) void this.work.then(() => connection.stream.write(COPY_DONE))
    })
    connection.query(this.text)
  }
  cut(): void {
    this.connection?.stream.destroy()
  }
  send(message: Buffer): void {
    const head = Buffer.alloc(5)
    head.writeUInt8(COPY_DATA, 0)
    head.writeUInt32BE(message.length + 4, 1)
    this.connection?.stream.write(Buffer.concat([head, message]))
  }
  handleRowDescription(): void {}
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.rows.push(fields)
  }
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCommandComplete(): void {}
  handleCopyInResponse(): void {}
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.failed) return
    // The parser uses its memory again.
    const own = Buffer.from(chunk)
    this.waiting += own.length
    if (this.waiting > MOST_WAITING) this.connection?.stream.pause()
    this.work = this.work
      .then(() => this.take(own))
      .then(() => {
        this.waiting -= own.length
        if (this.waiting <= MOST_WAITING / 2) this.connection?.stream.resume()
      })
    this.work.catch(error => this.handleError(error))
  }
  handleReadyForQuery(): void {
    this.work.then(
      () => this.settle.resolve(this.rows),
      error => this.settle.reject(error),
    )
  }
  handleError(error: unknown): void {
    this.failed = true
    this.connection?.stream.resume()
    this.settle.reject(error)
  }
}

export interface Replication {
  /** Answers the rows of a command of the protocol or, which it also understands, of SQL. */
  ask(text: string): Promise<Rows>
  /** Runs a command and hands over what comes, in order. */
  receive(text: string, take: Take): Promise<Rows>
  /** The same, while we answer by `send`. */
  exchange(
    text: string,
    take: (chunk: Buffer, send: (message: Buffer) => void) => Promise<void> | void,
  ): Promise<Rows>
  /** Breaks the connection off, whatever runs. */
  cut(): void
}

/** Opens a connection of that kind for some work. */
export async function withReplication<T>(url: string, work: (line: Replication) => Promise<T>): Promise<T> {
  const address = new URL(url)
  address.searchParams.set('replication', 'database')
  const client = new pg.Client({
    connectionString: address.href,
    application_name: 'gatehouse backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // What breaks the connection fails what runs on it.
  client.on('error', () => {})
  let newest: Streamed | undefined
  const run = (query: Streamed) => {
    newest = query
    client.query(query)
    return query.done
  }
  try {
    await client.connect()
    return await work({
      ask: text => run(new Streamed(text, () => {})),
      receive: (text, take) => run(new Streamed(text, take)),
      exchange: (text, take) => {
        const query: Streamed = new Streamed(text, chunk => take(chunk, message => query.send(message)), true)
        return run(query)
      },
      cut: () => newest?.cut(),
    })
  } finally {
    await client.end()
  }
}
