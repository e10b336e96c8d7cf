// The first administrator: weak passwords are refused, the account is made once and may do everything.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdministrator, refusePassword, refuseUsername } from '../../../server/commands/administrator.ts'
import { WHOLE } from '../../../server/db/scoped.ts'
import { verifyPassword } from '../../../server/modules/session/password.ts'
import { startTestDatabase, type TestDatabase } from '../db/database.ts'

test.each([
  ['short', 'at least 12'],
  ['Demo-2026!', 'at least 12'],
  ['aaaaaaaaaaaaaaaa', 'different'],
  ['123456789012345', 'easy to guess'],
  ['abcdefabcdef', 'easy to guess'],
  ['Password-2026!', 'easy to guess'],
  ['AdminAdmin-123', 'easy to guess'],
  ['my-MASTER-is-good', 'user name'],
  ['x'.repeat(129), 'at most 128'],
])('%s is refused', async (password, why) => {
  expect(await refusePassword(password, 'master')).toContain(why)
})

test('a good one is not', async () => {
  expect(await refusePassword('correct horse battery', 'master')).toBeUndefined()
  expect(refuseUsername('master.of-all')).toBeUndefined()
  expect(refuseUsername('no spaces')).toBeDefined()
})

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
}, 90_000)
afterAll(() => database.stop())

test('is made once, in the platform tenant, with an entry in the audit log', async () => {
  const who = { username: 'master', password: 'correct horse battery' }
  await addAdministrator(database.data, who)
  await expect(addAdministrator(database.data, { ...who, username: 'Master' })).rejects.toThrow('taken')
  const rows = await database.data.scoped(WHOLE, sql =>
    sql.query<{ password_hash: string; highest: boolean; scenario: string; entries: number }>(
      `select password_hash, highest, scenario, (select count(*) from audit where row_id = account.id) as entries
       from account join tenant on tenant.id = tenant_id`,
    ),
  )
  expect(rows).toMatchObject([{ highest: true, scenario: 'platform', entries: 1 }])
  expect(await verifyPassword(who.password, rows[0]?.password_hash ?? '')).toBe(true)
})

test('the command never makes a demo folder and says what is missing', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-command-'))
  const run = (environment: Record<string, string>) =>
    spawnSync(process.execPath, ['server/commands/create-administrator.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment },
      encoding: 'utf8',
      input: '',
    })
  const nobody = run({ DEMO: 'on' })
  expect([nobody.status, nobody.stderr]).toEqual([1, expect.stringContaining('ADMIN_USERNAME')])
  const weak = run({ ADMIN_USERNAME: 'master', ADMIN_PASSWORD: 'Demo-2026!' })
  expect([weak.status, weak.stderr]).toEqual([1, expect.stringContaining('at least 12')])
  expect(weak.stderr).not.toContain('Demo-2026!')
  expect(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))).toMatchObject({ demo: false })
  rmSync(dataDir, { recursive: true, force: true })
})
