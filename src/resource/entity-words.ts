// What entities are called, for screens that speak of rows of any: the console gives the words, features ask for them.
import type { MessageDescriptor } from '@lingui/core'
import { createContext, useContext } from 'react'

export interface EntityWords {
  /** What the list of an entity is called; undefined for one that this version does not know. */
  nameOf(entity: string): MessageDescriptor | undefined
  /** What one of its commands is called while it waits for the network. */
  waitingOf(entity: string, command: string): MessageDescriptor | undefined
}

const nobody: EntityWords = { nameOf: () => undefined, waitingOf: () => undefined }

export const EntityWordsContext = createContext(nobody)

export const useEntityWords = (): EntityWords => useContext(EntityWordsContext)
