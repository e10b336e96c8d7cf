// Sends one queued command, and reads from the answer how it ended.
import { codes } from '../../contract/errors.ts'
import { entities } from '../../domain/entities.ts'
import { sendRequest } from '../../platform/http.ts'
import type { KeepInput, WaitingFileOf } from '../../platform/queue-instance.ts'
import {
  mayQueue,
  type QueuedAction,
  type QueueRefusal,
  SAVE,
  type SendOutcome,
} from '../../platform/queue-row.ts'
import { RequestError } from '../../platform/request-error.ts'
import { endpointsFor } from '../../resource/query.ts'

/** Sends an action with its own key and its original time. Never throws. */
export async function sendQueued(
  action: QueuedAction,
  keep: KeepInput,
  fileOf: WaitingFileOf,
): Promise<SendOutcome> {
  const entity = entities.find(({ key }) => key === action.entity)
  const saves = action.command === SAVE && action.ids.length === 0
  // A stored action that may not be queued comes from an older version, or was tampered with: it is not sent late.
  if (!entity || !(saves ? entity.waitsNew : mayQueue(entity.commands[action.command]))) {
    return { is: 'refused', refusal: { id: 'command.none' } }
  }
  try {
    // Loaded when needed: few actions carry a file, and this one is part of the first screen.
    const input = carriesFile(action)
      ? await (await import('./waiting-files.ts')).withUploads(action, keep, fileOf)
      : action.input
    if (saves) {
      await sendRequest(endpointsFor(entity).save, { ...input }, { idempotencyKey: action.key })
      return { is: 'done' }
    }
    const { results } = await sendRequest(
      endpointsFor(entity).command(action.command),
      { ids: [...action.ids], input, at: action.at },
      { idempotencyKey: action.key },
    )
    const refused = results.filter(result => !result.ok)
    if (refused.length === 0) return { is: 'done' }
    const refusal: QueueRefusal = refused[0]?.error ?? { id: 'failed' }
    return refused.length === action.ids.length
      ? { is: 'refused', refusal }
      : { is: 'partly', ids: refused.map(({ id }) => id), refusal }
  } catch (error) {
    return outcomeOf(error)
  }
}

const isData = (value: unknown) => typeof value === 'string' && value.startsWith('data:image/')

const carriesFile = ({ input, files }: QueuedAction): boolean =>
  files !== undefined ||
  Object.values(input ?? {}).some(value => isData(value) || (Array.isArray(value) && value.some(isData)))

function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof RequestError)) return { is: 'refused', refusal: { id: 'failed' } }
  if (error.id === 'session.ended') return { is: 'sessionEnded' }
  // Too many at once, or a server that is just starting or broken: the action itself was not judged.
  const later = error.code === codes.throttled || (error.status ?? 0) >= 500 || error.kind === 'aborted'
  if (error.passing || later) return { is: 'unreached' }
  // Done, though the answer could not be read: the key is used up, the lists are fetched anew.
  if (error.kind === 'badAnswer' && error.code === codes.ok) return { is: 'done' }
  return {
    is: 'refused',
    refusal: {
      ...(error.id && { id: error.id }),
      ...(error.msg && { msg: error.msg }),
      params: error.params,
    },
  }
}
