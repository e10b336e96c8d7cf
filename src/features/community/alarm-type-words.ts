// What types of alarms are called on a building's front: the words are those of alarms, and the route brings them along.
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { createContext, useCallback, useContext } from 'react'
import type { FrontRoom } from '../../contract/endpoints/community.ts'
import type { AlarmType } from '../../domain/alarm/alarm-types.ts'

export type AlarmTypeWords = Readonly<Record<AlarmType, MessageDescriptor>>

export const AlarmTypeWordsContext = createContext<AlarmTypeWords | undefined>(undefined)

/** An alarm by its type in the reader's language; without words by the title that it came with. */
export function useAlarmWord(): (alarm: NonNullable<FrontRoom['alarm']>) => string {
  const { i18n } = useLingui()
  const words = useContext(AlarmTypeWordsContext)
  return useCallback(({ type, title }) => (words ? i18n._(words[type]) : title), [i18n, words])
}
