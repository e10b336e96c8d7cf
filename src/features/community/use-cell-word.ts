// The word in a room's cell: what is the matter, as short as it can be said.
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { FrontRoom } from '../../contract/endpoints/community.ts'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { useAlarmWord } from './alarm-type-words.ts'
import { roomStateWords } from './room-words.ts'

export function useCellWord(): (room: FrontRoom) => string {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const alarmWord = useAlarmWord()
  return useCallback(
    ({ state, alarm, waiting, owed }: FrontRoom) => {
      if (state === 'alarm' && alarm !== null) return alarmWord(alarm)
      if (state === 'waiting' && waiting === 'taking') return t({ context: 'room', message: 'To be taken' })
      if (state === 'waiting') return t({ context: 'room', message: 'To be given' })
      if (state === 'owing' && owed !== null) {
        const amount = numberFormat(locale, { maximumFractionDigits: 0 }).format(Math.ceil(owed / 100))
        return t({ context: 'room', message: `Owes ${amount}` })
      }
      return i18n._(roomStateWords[state].label)
    },
    [i18n, t, locale, alarmWord],
  )
}
