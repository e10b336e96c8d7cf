// The audit log is proved: an entry that was changed, taken out, cut off or written anew as a whole shows.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WHOLE } from '../../../../server/db/scoped.ts'
import { openAnchorFile } from '../../../../server/modules/audit/anchors.ts'
import { walkChain } from '../../../../server/modules/audit/chain.ts'
import { createChainWatch, proveChains } from '../../../../server/modules/audit/chain-watch.ts'
import { startTestDatabase, type TestDatabase } from '../../db/database.ts'
import { insert } from '../../start.ts'

let database: TestDatabase
let owner: pg.Client
let folder: string
beforeAll(async () => {
  database = await startTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
}, 90_000)
afterAll(async () => {
  await owner.end()
  await database.stop()
})

const KEY = Buffer.alloc(32, 7)
let files = 0
let file: string
let tenantId: number
beforeEach(async () => {
  folder ??= process.env.TMPDIR ?? '/tmp'
  file = join(folder, `gatehouse-anchors-${process.pid}-${files++}.jsonl`)
  await tamper('delete from audit')
  await tamper('delete from tenant')
  tenantId = await database.data.scoped(WHOLE, sql =>
    insert(sql, 'tenant', { name: 'one', scenario: 'site' }),
  )
})

const write = (count: number) =>
  database.data.scoped(WHOLE, async sql => {
    for (let index = 0; index < count; index++)
      sql.audit({
        tenantId,
        userId: 1,
        userName: 'Lin',
        address: '10.0.0.1',
        action: 'device.change',
        entity: 'device',
        rowId: index,
        detail: { b: index, a: [index] },
      })
  })
/** What only somebody with the owner's password can do, past the trigger that keeps the log append-only. */
const tamper = async (sql: string, values: unknown[] = []) => {
  await owner.query('set session_replication_role = replica')
  await owner.query(sql, values)
  await owner.query('set session_replication_role = origin')
}
const nth = async (from: string, offset: number): Promise<number> => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from audit where tenant_id = $1 order by id ${from} offset ${offset} limit 1`,
    [tenantId],
  )
  return Number(rows[0]?.id)
}
const watch = () =>
  createChainWatch({ data: database.data, log: pino({ level: 'silent' }), file: openAnchorFile(file, KEY) })

test('a chain that is longer than a page is walked to its end, and on from there', async () => {
  await write(2100)
  const whole = await walkChain(database.data, tenantId)
  expect(whole).toMatchObject({ entries: 2100, broken: undefined, end: { id: await nth('desc', 0) } })
  await write(3)
  expect(await walkChain(database.data, tenantId, whole.end)).toMatchObject({ entries: 3, broken: undefined })
})

describe('is found by a walk from the beginning', () => {
  test.each([
    ['a word that was changed', `update audit set user_name = 'Wang' where id = $1`, 0],
    ['a fact that was changed', `update audit set detail = '{"a": [5], "b": 6}' where id = $1`, 0],
    ['an entry that was taken out', 'delete from audit where id = $1', 1],
  ])('%s', async (_, sql, shows) => {
    await write(10)
    const [touched, shown] = [await nth('asc', 4), await nth('asc', 4 + shows)]
    await tamper(sql, [touched])
    expect(await walkChain(database.data, tenantId)).toMatchObject({ broken: shown })
  })
})

describe('a server that runs', () => {
  test('says nothing before it has looked, then that all is well, and goes on with what is new', async () => {
    const chains = watch()
    expect(chains.state()).toBeUndefined()
    await write(5)
    await chains.check()
    expect(chains.state()).toMatchObject({ whole: true, provedAt: expect.any(Number) })
    await write(5)
    await chains.check()
    const { anchors } = await openAnchorFile(file, KEY).read()
    // Of a day the newest stays.
    expect(anchors).toMatchObject([{ tenantId, id: await nth('desc', 0) }])
  })

  test('finds a tail that was cut off since it looked', async () => {
    const chains = watch()
    await write(5)
    await chains.check()
    await tamper('delete from audit where id = $1', [await nth('desc', 0)])
    await chains.check()
    expect(chains.state()).toMatchObject({ whole: false })
    await write(1)
    await chains.check()
    expect(chains.state()).toMatchObject({ whole: false })
  })

  test('finds after a restart what was cut off while it was away', async () => {
    await write(5)
    await watch().check()
    const last = await nth('desc', 0)
    await tamper('delete from audit where id = $1', [last])
    expect(await walkChain(database.data, tenantId)).toMatchObject({ broken: undefined })
    const chains = watch()
    await chains.check()
    expect(chains.state()).toEqual({ whole: false, provedAt: undefined })
    const { lost } = await proveChains(database.data, openAnchorFile(file, KEY))
    expect(lost).toMatchObject([{ tenantId, id: last }])
  })

  test('finds a log that was written anew as a whole, with hashes that fit', async () => {
    await write(5)
    await watch().check()
    await tamper('delete from audit')
    await write(8)
    expect(await walkChain(database.data, tenantId)).toMatchObject({ entries: 8, broken: undefined })
    const chains = watch()
    await chains.check()
    expect(chains.state()).toMatchObject({ whole: false })
  })

  test('keeps no anchor of a chain that is not whole', async () => {
    await write(5)
    await tamper(`update audit set action = 'nothing' where id = $1`, [await nth('asc', 2)])
    await watch().check()
    expect((await openAnchorFile(file, KEY).read()).anchors).toEqual([])
  })
})

test('an anchor of somebody without the secret is none, and stays in the file for a person to see', async () => {
  await write(2)
  await watch().check()
  const [line = ''] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, `${line.replace(/"id":\d+/, '"id":1')}\n`)
  appendFileSync(file, 'not a line of ours\n')
  const anchors = openAnchorFile(file, KEY)
  expect(await anchors.read()).toEqual({ anchors: [], foreign: [1, 2] })
  await anchors.keep([{ tenantId, id: 9, hash: Buffer.alloc(32), at: Date.now() }])
  expect(await anchors.read()).toMatchObject({ anchors: [{ id: 9 }], foreign: [1, 2] })
})

test('the command says of each tenant what it found, and ends with 1 where the log is not whole', async () => {
  const run = () =>
    spawnSync(process.execPath, ['server/commands/verify-audit.ts'], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        DATABASE_URL: database.ownerUrl,
        DEMO: 'off',
        ...SECRET,
      },
      encoding: 'utf8',
    })
  const dataDir = `${file}.folder`
  await write(4)
  const well = run()
  expect([well.status, well.stdout]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(`Tenant ${tenantId}: 4 entries, the newest \\d+ [0-9a-f]{64}\\n.*whole`, 's'),
    ),
  ])
  const broken = await nth('asc', 1)
  await tamper(`update audit set address = null where id = $1`, [broken])
  const torn = run()
  expect([torn.status, torn.stdout]).toEqual([
    1,
    expect.stringContaining(`Tenant ${tenantId}: entry ${broken} is not what was written`),
  ])
})
const SECRET = { SECRET_KEY: 'Wq8v3Zr5Tn1Lx7Kc9Mb2Hd4Jf6Gs0Pa-uY' }
