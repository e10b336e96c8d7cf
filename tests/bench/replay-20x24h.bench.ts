// Twenty tracks of a day in the time machine: from the question until everything is unpacked and in order, and then any moment of them:
// where each device was, where it was thought to be, and what was known.

import { createPool } from '../../server/db/pool.ts'
import { createData } from '../../server/db/scoped.ts'
import { DEMO_PASSWORD } from '../../server/demo/accounts.ts'
import { createLog } from '../../server/log.ts'
import { packClosedTracks } from '../../server/modules/tracks/hours.ts'
import { defaultPath } from '../../src/contract/endpoint.ts'
import { type Replay, replay } from '../../src/contract/endpoints/replay.ts'
import { login } from '../../src/contract/endpoints/session.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import { MOST_REPLAY_DEVICES } from '../../src/domain/replay/lanes.ts'
import { indexOf, momentOf } from '../../src/domain/replay/replay-index.ts'
import { knownPlaceAt, placeAt } from '../../src/domain/replay/track-moment.ts'
import { unpackTrackFromText } from '../../src/domain/track/packed-track.ts'
import { startConsole } from '../console-process.ts'
import { databaseUrl, openDatabase, tenantOf } from './database.ts'
import { type Bench, median, quantile } from './figures.ts'

/** A position every ten seconds. */
const POINTS = 8_640
const ROUNDS = 7
const SEEKS = 500
const SIGHT_MS = 1_000
const SEEK_MS = 100

async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}${defaultPath(login)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: DEMO_PASSWORD }),
  })
  const token = answer.headers.get('authorization')
  if (!token) throw new Error(`admin may not enter: ${await answer.text()}`)
  return token
}

/** A whole day of twenty devices, an hour of each kept while nobody heard them. Answers their ids. */
async function fill(server: Awaited<ReturnType<typeof startConsole>>, from: number): Promise<number[]> {
  const client = await openDatabase(server)
  const tenantId = await tenantOf(client, 'admin')
  const { rows } = await client.query<{ id: string }>(
    'select id from device where tenant_id = $1 and removed_at is null order by id limit $2',
    [tenantId, MOST_REPLAY_DEVICES],
  )
  const ids = rows.map(({ id }) => Number(id))
  if (ids.length < MOST_REPLAY_DEVICES) throw new Error('The demo has too few devices')
  for (const table of ['position', 'track_hour'])
    await client.query(`delete from ${table} where device_id = any($1::bigint[])`, [ids])
  await client.query(
    `insert into position (tenant_id, device_id, at, latitude, longitude)
     select $1::bigint, d, $3::bigint + n * 10000, 30.2876 + 0.004 * sin(n / 70.0 + d), 120.132 + 0.005 * cos(n / 93.0 + d)
     from unnest($2::bigint[]) d, generate_series(0, $4 - 1) n`,
    [tenantId, ids, from, POINTS],
  )
  await client.query(
    `insert into late_arrival (tenant_id, device_id, received_at, from_at, to_at)
     select $1::bigint, d, $3::bigint, $4::bigint, $5::bigint from unnest($2::bigint[]) d`,
    [tenantId, ids, from + 9 * HOUR_MS, from + 6 * HOUR_MS, from + 7 * HOUR_MS],
  )
  // Rows that no message brought are found by the look at all of them.
  await client.query('delete from packing_mark')
  await client.end()
  const pool = createPool({ url: databaseUrl(server), log: createLog({ logLevel: 'silent' }) })
  await packClosedTracks(createData(pool), Date.now())
  await pool.end()
  return ids
}

const bench: Bench = {
  name: `Time machine: ${MOST_REPLAY_DEVICES} tracks of 24 h, ${(MOST_REPLAY_DEVICES * POINTS).toLocaleString('en')} positions`,
  async run() {
    const server = await startConsole()
    try {
      const from = Math.floor((Date.now() - DAY_MS) / DAY_MS) * DAY_MS
      const deviceIds = await fill(server, from)
      const token = await logIn(server.url)
      const sights: number[] = []
      const seeks: number[] = []
      for (let round = -2; round < ROUNDS; round++) {
        const start = performance.now()
        const answer = await fetch(`${server.url}${defaultPath(replay)}`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: JSON.stringify({ deviceIds, from, to: from + DAY_MS }),
        })
        const { code, data } = (await answer.json()) as { code: number; data?: Replay }
        if (code !== 0 || data?.tracks.length !== MOST_REPLAY_DEVICES)
          throw new Error(`${code}: ${data?.tracks.length} tracks`)
        const tracks = data.tracks.map(({ deviceId, gapMs, packed }) => ({
          track: { ...unpackTrackFromText(packed), gapMs },
          late: data.late.filter(run => run.deviceId === deviceId),
        }))
        const index = indexOf(data.events)
        if (round >= 0) sights.push(performance.now() - start)
        for (let seek = 0; seek < SEEKS; seek++) {
          const at = from + ((seek * 7_919) % 86_400) * 1_000
          const begun = performance.now()
          momentOf(index, at, at, 12)
          for (const { track, late } of tracks) {
            placeAt(track, at)
            knownPlaceAt(track, late, at, at)
          }
          if (round >= 0) seeks.push(performance.now() - begun)
        }
      }
      return {
        figures: [
          {
            label: 'asked, answered, unpacked (median)',
            value: median(sights),
            unit: 'ms',
            target: { atMost: SIGHT_MS },
          },
          {
            label: 'any moment of all lanes (99 of 100)',
            value: quantile(seeks, 0.99),
            unit: 'ms',
            target: { atMost: SEEK_MS },
          },
        ],
      }
    } finally {
      await server.stop()
    }
  },
}

export default bench
