// The boards that the menu names: those of the person's own roles, also for who keeps all of them.
import { sql as raw } from 'kysely'
import { rowsOf, tables } from '../../db/typed.ts'
import type { Context } from '../../http/handlers.ts'

/** A menu is read from top to bottom: more are found on the page of boards. */
const MOST_IN_MENU = 12

export interface MenuBoard {
  id: number
  name: string
  /** Whoever has one of its roles begins with it. */
  landing: boolean
}

export async function menuBoards({ person, sql }: Pick<Context, 'person' | 'sql'>): Promise<MenuBoard[]> {
  return rowsOf(
    sql,
    tables
      .selectFrom('board as b')
      .select(['b.id', 'b.name', 'b.landing'])
      .where('b.tenant_id', '=', person.tenantId)
      .where('b.removed_at', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('account_role as ar')
            .select('ar.role_id')
            .where('ar.account_id', '=', person.accountId)
            .where(raw<boolean>`ar.role_id = any(b.role_ids)`),
        ),
      )
      .orderBy('b.landing', 'desc')
      .orderBy('b.name')
      .limit(MOST_IN_MENU),
  )
}
