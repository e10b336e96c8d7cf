// What each server process says of itself.
import * as z from 'zod/mini'
import type { Board } from '../../../src/contract/endpoints/operations.ts'
import { processState } from '../../../src/domain/operations/process-state.ts'
import type { Sql } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'

type Processes = Board['processes']

export async function readProcesses(sql: Sql): Promise<Processes> {
  const rows = await rowsOf(
    sql,
    tables
      .selectFrom('server_process')
      .select(['id', 'host', 'pid', 'release', 'started_at', 'heard_at', 'state'])
      .orderBy('host')
      .orderBy('started_at')
      .orderBy('id'),
  )
  return rows.flatMap(({ started_at: startedAt, heard_at: heardAt, ...row }) => {
    // A process of another release may say other things of itself.
    const state = z.safeParse(processState, row.state)
    return state.success ? [{ ...row, startedAt, heardAt, state: state.data }] : []
  })
}
