// Recovery codes: ten at a time, shown once, each good once, for whoever has lost what the second factor lives on.
import { RECOVERY_CODES } from '../../../src/domain/access/second-factor.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, rowsOf, tables } from '../../db/typed.ts'
import type { ApartContext } from '../../http/handlers.ts'
import { hashPassword, verifyPassword, wasteAComparison } from './password.ts'
import { makePassword } from './temporary.ts'

/** The first group finds the code (20 bits); the other three (59 bits) are hashed like a password. */
const MARK = 4

export interface MadeCodes {
  codes: string[]
  /** Puts them in the place of those that were there. */
  store(sql: Sql, account: { accountId: number; tenantId: number }): Promise<void>
}

/** Hashed here, before any transaction: ten slow hashes hold no connection. */
export async function makeRecoveryCodes(): Promise<MadeCodes> {
  const byMark = new Map<string, string>()
  while (byMark.size < RECOVERY_CODES) {
    const code = makePassword()
    byMark.set(code.slice(0, MARK), code)
  }
  const codes = [...byMark.values()]
  const hashes = await Promise.all(codes.map(hashPassword))
  return {
    codes,
    store: async (sql, { accountId, tenantId }) => {
      await dropRecoveryCodes(sql, accountId)
      await rowsOf(
        sql,
        tables.insertInto('recovery_code').values(
          codes.map((code, index) => ({
            account_id: accountId,
            tenant_id: tenantId,
            mark: code.slice(0, MARK),
            code_hash: hashes[index] ?? '',
            created_at: Date.now(),
          })),
        ),
      )
    },
  }
}

/** For a further second factor: codes that are left stay good. Undefined then. */
export async function firstCodes(
  scoped: ApartContext['scoped'],
  accountId: number,
): Promise<MadeCodes | undefined> {
  const left = await scoped(sql => recoveryCodesLeft(sql, accountId))
  return left > 0 ? undefined : makeRecoveryCodes()
}

export async function recoveryCodesLeft(sql: Sql, accountId: number): Promise<number> {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null),
  )
  return Number(row?.left ?? 0)
}

/** The hash of an unused code that begins alike. */
export async function findRecoveryCode(sql: Sql, accountId: number, code: string) {
  const row = await firstOf(
    sql,
    tables
      .selectFrom('recovery_code')
      .select('code_hash')
      .where('account_id', '=', accountId)
      .where('mark', '=', code.slice(0, MARK))
      .where('used_at', 'is', null),
  )
  return row?.code_hash
}

export async function fitsRecoveryCode(code: string, hash: string | undefined): Promise<boolean> {
  if (hash !== undefined) return verifyPassword(code, hash)
  await wasteAComparison(code)
  return false
}

/** False where it was used before, also by somebody at this moment. */
export async function takeRecoveryCode(sql: Sql, accountId: number, code: string): Promise<boolean> {
  const taken = await rowsOf(
    sql,
    tables
      .updateTable('recovery_code')
      .set({ used_at: Date.now() })
      .where('account_id', '=', accountId)
      .where('mark', '=', code.slice(0, MARK))
      .where('used_at', 'is', null)
      .returning('mark'),
  )
  return taken.length > 0
}

export async function dropRecoveryCodes(sql: Sql, accountId: number): Promise<void> {
  await sql.change('delete from recovery_code where account_id = $1', [accountId])
}
