// Whatever the database answers, what is acknowledged is stored, and an emergency is never what is blamed.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Stage, setStage, until } from '../../broker/stage.ts'

/** Every class of PostgreSQL's appendix A, and some that no release knows. SQLSTATES=all tries more than one of each. */
const ALL_CODES = `
  01000 01P01 02000 03000 08000 08003 08006 08P01 09000 0A000 0B000 0F000 0L000 0P000 0Z000 10608
  20000 21000 22000 22001 22003 22012 22021 22P02 23000 23502 23503 23505 23514 23P01 24000 25000
  25006 25P02 26000 27000 28000 28P01 2B000 2D000 2F000 34000 38000 39000 3B000 3D000 3F000 40000
  40001 40P01 42000 42501 42601 42703 42P01 44000 53000 53100 53200 53300 54000 55000 55P03 55006
  57000 57014 57P01 57P03 58000 58030 58P01 72000 F0000 HV000 P0000 P0001 XX000 XX001 XX002 ZZ999
  99999
`
  .trim()
  .split(/\s+/)
const CODES =
  process.env.SQLSTATES === 'all'
    ? ALL_CODES
    : ALL_CODES.filter(
        (code, at) => ALL_CODES.findIndex(each => each.slice(0, 2) === code.slice(0, 2)) === at,
      )
const PLACES = ['insert', 'alarm', 'rule', 'timeline', 'commit', 'commitAlarm'] as const
type Place = (typeof PLACES)[number]

const SETUP = `
create table fault (place text, code text);
grant select on fault to public;
create function fault_at(at text) returns boolean language plpgsql as $$
declare found text;
begin
  select code into found from fault where place = at;
  if found is not null then raise exception 'fault at %', at using errcode = found; end if;
  return true;
end $$;
create function fault_row() returns trigger language plpgsql as $$
begin perform fault_at(tg_argv[0]); return new; end $$;
create trigger fault_insert before insert or update on device_state for each row execute function fault_row('insert');
create trigger fault_alarm before insert on alarm for each row execute function fault_row('alarm');
create trigger fault_timeline before insert on alarm_event for each row execute function fault_row('timeline');
create constraint trigger fault_commit after insert or update on device_state deferrable initially deferred
  for each row execute function fault_row('commit');
create constraint trigger fault_commit_alarm after insert on alarm deferrable initially deferred
  for each row execute function fault_row('commitAlarm');
create policy fault_rule on alarm_rule_stamp as restrictive for select using (fault_at('rule'));
`

let stage: Stage
let owner: pg.Client
beforeAll(async () => {
  stage = await setStage()
  owner = new pg.Client({ connectionString: stage.ownerUrl })
  owner.on('error', () => {})
  await owner.connect()
  await owner.query(SETUP)
  // The rules of a tenant are asked for where it has some.
  await stage.query('insert into alarm_rule_stamp (tenant_id, stamp) values ($1, 1) on conflict do nothing', [
    stage.tenants[0],
  ])
})
afterAll(async () => {
  await owner.end().catch(() => undefined)
  await stage.stop()
})
// The last test kills its connection too.
afterEach(() => owner.query('delete from fault').catch(() => undefined))

const faultAt = async (place: Place, code: string) => {
  await owner.query('delete from fault')
  await owner.query('insert into fault values ($1, $2)', [place, code])
}

/** Says something; answers whether it was acknowledged. What is not closes the connection. */
const saying = (client: MqttClient, imei: string, body: object) =>
  new Promise<boolean>(resolve => {
    const answer = (acknowledged: boolean) => {
      client.off('close', gone)
      resolve(acknowledged)
    }
    const gone = () => answer(false)
    client.once('close', gone)
    client.publish(`sfwatch/${imei}/server`, JSON.stringify(body), { qos: 1 }, error => {
      if (!error) answer(true)
    })
  })

/** A device that connects again when it was thrown out. */
function speaker(device: { id: number; imei: string; secret: string }) {
  let client: MqttClient | undefined
  return {
    say: async (body: object) => {
      if (!client?.connected) client = await stage.device(device.imei, device.secret)
      const acknowledged = await saying(client, device.imei, body)
      if (!acknowledged) await client.endAsync(true)
      return acknowledged
    },
    leave: () => client?.endAsync(true),
  }
}

const alarmAt = async (id: number, type: string, at: number) =>
  (
    await stage.query('select 1 from alarm where device_id = $1 and type = $2 and raised_at = $3', [
      id,
      type,
      at,
    ])
  ).length === 1
const readingAt = async (id: number, at: number) =>
  (await stage.query('select 1 from reading where device_id = $1 and at = $2', [id, at])).length === 1
const blames = (code: string) => /^2[23]/.test(code)

test(`of ${CODES.length} SQLSTATE codes at ${PLACES.length} places none is acknowledged and not stored`, {
  timeout: 600_000,
}, async () => {
  const device = await stage.addDevice({})
  const line = speaker(device)
  const tally = { tried: 0, acknowledged: 0, stored: 0, refused: 0 }
  const lost: string[] = []
  let at = Date.now() - 20 * 86_400_000
  for (const place of PLACES)
    for (const code of CODES) {
      await faultAt(place, code)
      at += 120_000
      const sos = at
      const told = await line.say({ code: '3001', type: 15, time: sos })
      const stored = await alarmAt(device.id, 'sos', sos)
      tally.tried++
      if (told) tally.acknowledged++
      if (stored) tally.stored++
      if (told && !stored) lost.push(`sos ${place} ${code}`)
      // Nothing but the alarm's own row and its commit keeps a call for help from being stored.
      const itself = place === 'alarm' || place === 'commitAlarm'
      expect([place, code, told]).toEqual([place, code, !itself])

      const before = stage.broker.counts().refused.store ?? 0
      const other = await line.say({ code: '3001', type: 24, time: sos })
      const kept = await alarmAt(device.id, 'button', sos)
      const refused = (stage.broker.counts().refused.store ?? 0) > before
      tally.tried++
      if (other) tally.acknowledged++
      if (kept) tally.stored++
      if (refused) tally.refused++
      if (other && !kept && !refused) lost.push(`button ${place} ${code}`)
      // Only two classes blame the message.
      expect([place, code, other]).toEqual([place, code, blames(code)])
      expect(stage.broker.ingest.trouble()).toEqual(
        blames(code) && !itself ? undefined : expect.objectContaining({ devices: 1 }),
      )
    }
  await owner.query('delete from fault')
  expect(await line.say({ code: '1002' })).toBe(true)
  expect(stage.broker.ingest.trouble()).toBeUndefined()
  await line.leave()
  expect(lost).toEqual([])
  console.info('SQLSTATE', JSON.stringify({ codes: CODES.length, places: PLACES.length, ...tally }))
})

test('a message that is to blame takes no other with it, and neither does one that is not', async () => {
  const devices = await Promise.all(Array.from({ length: 6 }, () => stage.addDevice({})))
  const [bad] = devices
  for (const code of ['22000', 'P0001', '42501', '23514']) {
    await owner.query(
      `create or replace function fault_for() returns trigger language plpgsql as $$
       begin if new.device_id = ${bad?.id} then raise exception 'fault' using errcode = '${code}'; end if; return new; end $$;
       drop trigger if exists fault_for on device_state;
       create trigger fault_for before insert or update on device_state for each row execute function fault_for()`,
    )
    const at = Date.now() - 1000
    const told = await stage.broker.ingest.devices
      .find(devices.map(({ imei }) => imei))
      .then(() =>
        Promise.allSettled(
          devices.map(({ imei }) =>
            stage.broker.ingest.take(
              imei,
              Buffer.from(JSON.stringify({ code: '2001', time: at, values: { heartRate: 70 } })),
              `sfwatch/${imei}/server`,
            ),
          ),
        ),
      )
    expect(told.map(({ status }) => status)).toEqual([
      blames(code) ? 'fulfilled' : 'rejected',
      ...Array.from({ length: 5 }, () => 'fulfilled'),
    ])
    expect(await Promise.all(devices.map(({ id }) => readingAt(id, at)))).toEqual([
      false,
      ...Array.from({ length: 5 }, () => true),
    ])
  }
  await owner.query('drop trigger fault_for on device_state')
})

test('a day without a partition is nobody’s message’s fault, and keeps no call for help out', async () => {
  const device = await stage.addDevice({})
  const line = speaker(device)
  const at = Date.now() - 25 * 86_400_000
  const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '')
  await owner.query(`drop table reading_${day}, position_${day}`)
  expect(await line.say({ code: '2001', time: at, values: { heartRate: 70 } })).toBe(false)
  expect(await line.say({ code: '3001', type: 15, time: at, lat: 22.5, lon: 114 })).toBe(true)
  expect(await alarmAt(device.id, 'sos', at)).toBe(true)
  await line.leave()
})

test('a silence that is missed becomes an alarm whatever fails beside it', async () => {
  const { id, imei, secret } = await stage.addDevice({ kind: 'ankleBracelet' })
  const client = await stage.device(imei, secret)
  await client.publishAsync(`sfwatch/${imei}/server`, '{"code":"1002"}', { qos: 1 })
  for (const [place, code] of [
    ['timeline', '23514'],
    ['rule', '42501'],
  ] as const) {
    await faultAt(place, code)
    stage.clock.advance(10 * 60_000)
    await stage.broker.ingest.sweep()
    await owner.query('delete from fault')
    expect(
      await stage.query("select 1 from alarm where device_id = $1 and type = 'offline'", [id]),
    ).toHaveLength(1)
    await stage.query(
      'delete from alarm_event where alarm_id in (select id from alarm where device_id = $1)',
      [id],
    )
    await stage.query('delete from device_condition where device_id = $1', [id])
    await stage.query('delete from alarm where device_id = $1', [id])
    await stage.query("update device_state set state = 'online' where device_id = $1", [id])
    stage.broker.ingest.devices.forget([id])
  }
  await client.endAsync(true)
})

test('a database that is killed between the messages loses none that was acknowledged', {
  timeout: 600_000,
}, async () => {
  const device = await stage.addDevice({})
  const line = speaker(device)
  const { rows } = await owner.query<{ data_directory: string }>('show data_directory')
  const folder = rows[0]?.data_directory ?? ''
  expect(dirname(folder)).toContain('gatehouse')
  const postmaster = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const acknowledged: number[] = []
  const base = Date.now() - 86_400_000
  let n = 0
  let speaking = true
  const talk = (async () => {
    while (speaking) {
      const at = base + n++ * 61_000
      const told = await line.say({ code: '3001', type: 15, time: at }).catch(() => false)
      if (told) acknowledged.push(at)
      // A database that recovers needs the machine more than a device that knocks.
      else await new Promise(resolve => setTimeout(resolve, 100))
    }
  })()
  for (const kill of ['backend', 'postmaster', 'backend', 'postmaster'] as const) {
    const enough = acknowledged.length + 5
    await until(() => acknowledged.length >= enough, 120_000)
    if (kill === 'postmaster') process.kill(postmaster(), 'SIGKILL')
    else {
      const found = await stage.pool
        .query<{ pid: number }>(
          "select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
        )
        .catch(() => ({ rows: [] }))
      const [one] = found.rows
      if (one) process.kill(one.pid, 'SIGKILL')
    }
  }
  const enough = acknowledged.length + 5
  await until(() => acknowledged.length >= enough, 120_000)
  speaking = false
  await talk
  await line.leave()
  const stored = new Set(
    (
      await stage.query<{ at: number }>('select raised_at as at from alarm where device_id = $1', [device.id])
    ).map(row => row.at),
  )
  expect(acknowledged.filter(at => !stored.has(at))).toEqual([])
  console.info(
    'KILLS',
    JSON.stringify({ kills: 4, said: n, acknowledged: acknowledged.length, stored: stored.size }),
  )
})
