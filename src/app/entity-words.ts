// The registry as features hear it: names of entities and of what waits, asked by the plain text that rows carry.

import type { MessageDescriptor } from '@lingui/core'
import { isKey } from '../domain/keys.ts'
import type { EntityWords } from '../resource/entity-words.ts'
import { entityRegistry } from './entity-registry.ts'

export const entityWords: EntityWords = {
  nameOf: key => (isKey(entityRegistry, key) ? entityRegistry[key].name : undefined),
  waitingOf: (key, command) => {
    if (!isKey(entityRegistry, key)) return undefined
    const waiting: Readonly<Record<string, MessageDescriptor>> = entityRegistry[key].waiting ?? {}
    return isKey(waiting, command) ? waiting[command] : undefined
  },
}
