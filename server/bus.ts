// What happened inside this process, told after the transaction has committed.
import { EventEmitter } from 'node:events'

export interface Events {
  'command.queued': { ids: number[]; tenantId: number }
  'command.changed': { ids: number[]; tenantId: number }
  'alarm.changed': { ids: number[]; tenantId: number }
  'device.changed': {
    ids: number[]
    tenantId: number
    change: 'created' | 'changed' | 'removed' | 'settings' | 'secret'
  }
  'task.changed': { id: number; tenantId: number; userId: number }
  /** Sessions that are over: HTTP refuses them, the broker closes their connections. */
  'session.ended': { tokenHashes: string[]; accountId: number }
  /** Roles, marks, departments or people changed: whoever caches rights forgets them. */
  'rights.changed': { accountIds?: number[] }
}

export interface Bus {
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void
  /** Answers the function that stops listening. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void
}

/** A bus of one server. A listener that throws hurts neither the others nor the caller. */
export function createBus(onError: (error: unknown, event: string) => void): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(100)
  return {
    emit: (name, event) => void emitter.emit(name, event),
    on: (name, listener) => {
      const guarded = (event: Parameters<typeof listener>[0]) => {
        try {
          listener(event)
        } catch (error) {
          onError(error, name)
        }
      }
      emitter.on(name, guarded)
      return () => void emitter.off(name, guarded)
    },
  }
}
