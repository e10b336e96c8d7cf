// One connection outside the pools, for what a start, the owner or a daily chore does.
import pg from 'pg'

/** Opens a connection for some work and closes it. What breaks the connection fails the work. */
export async function withConnection<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  // A connection that breaks between two statements fails the next one; unheard, it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
