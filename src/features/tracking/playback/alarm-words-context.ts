// Words of alarms for the parts of a track page: they belong to another room, and the route brings them along.
import { createContext } from 'react'
import type { AlarmWords } from './happened-words.ts'

export const AlarmWordsContext = createContext<AlarmWords>({})
