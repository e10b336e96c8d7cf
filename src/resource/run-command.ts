// Gives a named command to rows: optimistic look, the request or the queue, results per row, undo.
import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { CommandResult } from '../contract/entity-endpoints.ts'
import type { EntityDefinition } from '../domain/entity.ts'
import { getConnection } from '../platform/connection.ts'
import { newKey, sendRequest } from '../platform/http.ts'
import { enqueue } from '../platform/queue.ts'
import { mayQueue } from '../platform/queue-row.ts'
import { RequestError } from '../platform/request-error.ts'
import { serverNow } from '../platform/server-clock.ts'
import { getSession } from '../platform/session-store.ts'
import { showToast } from '../platform/toast.ts'
import { endpointsFor, invalidateEntity, patchRows } from './query.ts'
import { giverOf } from './skipped.ts'
import type { Row, Values, View } from './view.ts'
import { withPhotosUploaded } from './waiting-photos.ts'

export interface CommandRun {
  view: View
  command: string
  rows: readonly Row[]
  input?: Values
  /** Names of the rows for the tray of waiting actions. */
  subject: string
  /** Done in passing: nothing is said and nothing fetched again when it went well. */
  quiet?: boolean
}

export type Refused = CommandResult['results'][number]

/**
 * Runs a command on rows. Resolves with the rows that were refused; one that never reached the server rejects with
 * its `RequestError`. What went well is told, with an undo where the entity names one.
 */
export async function runCommand(client: QueryClient, run: CommandRun): Promise<Refused[]> {
  const { view, command, rows, input = {} } = run
  const { entity } = view
  const action = view.actions[command]
  const ids = rows.map(row => row.id)
  const foretold = action?.optimistic
    ? rows.map(row => ({ ...action.optimistic?.(row, input), id: row.id }))
    : []
  patchRows(client, entity, foretold)
  const takeBack = (refused: ReadonlySet<number>) =>
    patchRows(
      client,
      entity,
      foretold.filter(patch => refused.has(patch.id)).map(patch => presentOf(rows, patch)),
    )
  const withInput = entity.commands[command]?.input ? input : undefined
  const at = serverNow()
  const key = newKey()
  const wait = async (those: readonly number[] = ids) => {
    await enqueue({
      entity: entity.key,
      command,
      ids: those,
      input: withInput,
      at,
      key,
      subject: run.subject,
    })
    if (!run.quiet)
      showToast({ kind: 'ok', message: msg`Kept on this device. It is sent when the network is back.` })
    return []
  }
  const queueable = mayQueue(entity.commands[command])
  if (queueable && !getConnection().online) {
    // What the server will refuse is told now: kept, it would only fail later.
    const refused = refusedHere(run)
    const hopeless = new Set(refused.map(({ id }) => id))
    takeBack(hopeless)
    if (hopeless.size < ids.length) await wait(ids.filter(id => !hopeless.has(id)))
    return refused
  }
  try {
    const { results } = await sendRequest(
      endpointsFor(entity).command(command),
      {
        ids,
        input: withInput && (await withPhotosUploaded(withInput)),
        ...(entity.commands[command]?.asSeen && { seen: rows.map(seenOf) }),
      },
      { idempotencyKey: key },
    )
    const refused = results.filter(result => !result.ok)
    takeBack(new Set(refused.map(result => result.id)))
    if (run.quiet) return refused
    if (refused.length < rows.length) {
      const gone = new Set(refused.map(result => result.id))
      sayDone(
        client,
        run,
        rows.filter(row => !gone.has(row.id)),
      )
    }
    void invalidateEntity(client, entity)
    return refused
  } catch (error) {
    // The answer was lost, not the command: the same key is sent again later, and counts once.
    if (queueable && error instanceof RequestError && error.passing) return wait()
    takeBack(new Set(ids))
    throw error
  }
}

const seenOf = ({ id, version }: Row) => ({ id, version })

/** The rows that the entity's own rule refuses, as the server would answer it. */
function refusedHere({ view, command, rows }: CommandRun): Refused[] {
  const giver = giverOf(getSession())
  return rows.flatMap(row => {
    const found = view.entity.commands[command]?.hindrance?.(row, giver)
    if (found?.is !== 'refused') return []
    return [{ id: row.id, ok: false, error: { id: found.id, ...(found.params && { params: found.params }) } }]
  })
}

function presentOf(rows: readonly Row[], patch: { id: number }): { id: number; [field: string]: unknown } {
  const row = rows.find(each => each.id === patch.id)
  const before = Object.keys(patch).map(field => [field, row?.[field]] as const)
  return { ...Object.fromEntries(before), id: patch.id }
}

function sayDone(client: QueryClient, run: CommandRun, rows: readonly Row[]): void {
  const { view, command } = run
  const back = view.entity.commands[command]?.undo
  showToast({
    kind: 'ok',
    message: view.actions[command]?.done ?? msg`Done`,
    ...(back && { undo: () => void undoCommand(client, view.entity, back, rows) }),
  })
}

/**
 * Takes a command back through the one its entity names. What that one takes as input is read from the rows as they
 * were; rows that were alike go together.
 */
export async function undoCommand(
  client: QueryClient,
  entity: EntityDefinition,
  command: string,
  rows: readonly Row[],
): Promise<void> {
  const fields = Object.keys(entity.commands[command]?.input?.shape ?? {})
  const alike = new Map<string, { ids: number[]; input: Values }>()
  for (const row of rows) {
    const input = Object.fromEntries(fields.map(field => [field, row[field] ?? null]))
    const key = JSON.stringify(input)
    const group = alike.get(key) ?? { ids: [], input }
    group.ids.push(row.id)
    alike.set(key, group)
  }
  try {
    for (const { ids, input } of alike.values()) {
      const withInput = fields.length > 0 ? input : undefined
      await sendRequest(endpointsFor(entity).command(command), { ids, input: withInput })
    }
    showToast({ kind: 'ok', message: msg`Taken back` })
  } catch (error) {
    showFailure(error)
  }
  await invalidateEntity(client, entity)
}

/** Removes rows; told with an undo. Resolves with the rows that were refused. */
export async function removeRows(client: QueryClient, view: View, rows: readonly Row[]): Promise<Refused[]> {
  const { entity } = view
  const { results } = await sendRequest(endpointsFor(entity).remove, { ids: rows.map(row => row.id) })
  const refused = results.filter(result => !result.ok)
  const removed = results.filter(result => result.ok).map(result => result.id)
  if (removed.length > 0) {
    showToast({ kind: 'ok', message: msg`Deleted`, undo: () => void restoreRows(client, entity, removed) })
  }
  void invalidateEntity(client, entity)
  return refused
}

async function restoreRows(client: QueryClient, entity: EntityDefinition, ids: number[]): Promise<void> {
  try {
    await sendRequest(endpointsFor(entity).restore, { ids })
    showToast({ kind: 'ok', message: msg`Taken back` })
  } catch (error) {
    showFailure(error)
  }
  await invalidateEntity(client, entity)
}

/** Tells why a request failed: a refusal is a tip, a broken connection an error. */
export function showFailure(error: unknown): void {
  if (!(error instanceof RequestError)) throw error
  // The end of the session is shown by the login page.
  if (error.id === 'session.ended') return
  showToast({ kind: error.passing ? 'error' : 'tip', message: error })
}
