// What devices answer to commands: each command goes the step that its answer says, if it may.
import { type CommandState, commandMayStep, commandState } from '../../../src/domain/device/command.ts'
import type { Sql } from '../../db/scoped.ts'
import type { CommandMove } from './publish-commands.ts'

/** One answer of a device. */
export interface CommandAnswer {
  device: { id: number; imei: string; tenantId: number }
  /** The command's. */
  id: number
  to: CommandState
  reason: string | null
  at: number
}

/** What came of a batch of answers. */
export interface MovedCommands {
  moves: CommandMove[]
  /** Answers to what is no command of their devices, or may not go this step. */
  stray: CommandAnswer[]
}

/** Every step that an answer may make: from, to. */
const answerSteps = commandState.options.flatMap(from =>
  commandState.options.filter(to => commandMayStep(from, to)).map(to => [from, to] as const),
)

// One command may be answered twice in a batch (delivered, then done): the first answers of all, then the second ones.
function inRounds(acknowledgements: readonly CommandAnswer[]): CommandAnswer[][] {
  const rounds: CommandAnswer[][] = []
  const seen = new Map<number, number>()
  for (const one of acknowledgements) {
    const round = seen.get(one.id) ?? 0
    seen.set(one.id, round + 1)
    const list = rounds[round] ?? []
    rounds[round] = list
    list.push(one)
  }
  return rounds
}

/** Moves the commands that were answered, in the storing transaction. */
export async function moveCommands(
  sql: Sql,
  answers: readonly CommandAnswer[],
  now: number,
): Promise<MovedCommands> {
  const all: MovedCommands = { moves: [], stray: [] }
  for (const round of inRounds(answers)) {
    const { moves, stray } = await moveRound(sql, round, now)
    all.moves.push(...moves)
    all.stray.push(...stray)
  }
  return all
}

// A command counts as answered only by its own device, or by the gateway which that hangs on.
async function moveRound(sql: Sql, round: readonly CommandAnswer[], now: number): Promise<MovedCommands> {
  const ids = round.map(({ id }) => id)
  const moved = await sql.query<CommandMove>(
    `update device_command c set state = x."to", reason = x.reason, updated_at = $1, version = c.version + 1,
       finished_at = case when x."to" in ('done', 'failed') then $1::bigint end
     from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as x (id, device_id, "to", reason)
     join device_command o on o.id = x.id join device d on d.id = o.device_id
     where c.id = x.id and (c.device_id = x.device_id or (d.gateway_id = x.device_id and exists
         (select from device g where g.id = x.device_id and g.tenant_id = c.tenant_id)))
       and (c.state, x."to") in (select * from unnest($6::text[], $7::text[]))
     returning c.id, c.tenant_id as "tenantId", c.imei, c.state, c.reason, c.user_id as "userId", c.batch_id as "batchId"`,
    [
      now,
      ids,
      round.map(({ device }) => device.id),
      round.map(({ to }) => to),
      round.map(({ reason }) => reason),
      answerSteps.map(([from]) => from),
      answerSteps.map(([, to]) => to),
    ],
  )
  const done = new Set(moved.map(({ id }) => id))
  const left = round.filter(({ id }) => !done.has(id))
  if (left.length === 0) return { moves: moved, stray: [] }
  // The same answer once more is no mistake: the acknowledgement of the first was lost.
  const same = await sql.query<{ id: number }>(
    `select c.id from device_command c join unnest($1::bigint[], $2::bigint[], $3::text[]) as x (id, device_id, "to")
       on c.id = x.id and c.state = x."to" join device d on d.id = c.device_id
     where c.device_id = x.device_id or d.gateway_id = x.device_id`,
    [left.map(({ id }) => id), left.map(({ device }) => device.id), left.map(({ to }) => to)],
  )
  const repeated = new Set(same.map(({ id }) => id))
  return { moves: moved, stray: left.filter(({ id }) => !repeated.has(id)) }
}
