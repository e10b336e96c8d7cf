// One queued action as it lies in IndexedDB, and how sending it can end.
import type { OfflinePolicy } from '../domain/entity.ts'

/** Why an action was refused: an error id of the wire with its parameters, or the server's plain words. */
export interface QueueRefusal {
  id?: string | undefined
  params?: Readonly<Record<string, string | number>> | undefined
  msg?: string | undefined
}

/** A named command that waits for the network. */
export interface QueuedAction {
  /** Order of giving; the database hands it out. */
  order: number
  /** Idempotency key: the server does the action once however often it is sent. */
  key: string
  /** Entity key and command name, never a closure: they outlive the page. */
  entity: string
  command: string
  ids: readonly number[]
  input?: Readonly<Record<string, unknown>> | undefined
  /** Files that wait with it, by the field of the input that gets their address; their bytes lie beside the row. */
  files?: Readonly<Record<string, WaitingFile>> | undefined
  /** When the person did it, epoch milliseconds. */
  at: number
  /** What the tray calls the rows: names as they were shown. */
  subject: string
  state: 'waiting' | 'sending' | 'failed'
  refusal?: QueueRefusal | undefined
  /** How often it was handed to the network. */
  tries: number
}

export interface WaitingFile {
  name: string
  type: string
}

/** What a caller gives to be queued. */
export type NewAction = Pick<QueuedAction, 'entity' | 'command' | 'ids' | 'input' | 'subject'> & {
  files?: Readonly<Record<string, File>>
  at?: number
  /** Key of an attempt whose answer was lost; a new one is made when absent. */
  key?: string
}

/**
 * `done`: the server has it. `partly`: some rows were refused, named by id. `refused`: it never will succeed as it
 * is. `unreached`: unknown whether it arrived, so the same key is sent again. `sessionEnded`: hold until the same
 * person is back.
 */
export type SendOutcome =
  | { is: 'done' }
  | { is: 'partly'; ids: readonly number[]; refusal: QueueRefusal }
  | { is: 'refused'; refusal: QueueRefusal }
  | { is: 'unreached' }
  | { is: 'sessionEnded' }

/** What a new row that waits is called among the commands. */
export const SAVE = 'save'

/** Whether a command may wait. Absent is `refuse`: a door must not open late. */
export const mayQueue = (command: { offline?: OfflinePolicy } | undefined): boolean =>
  command?.offline === 'queue'
