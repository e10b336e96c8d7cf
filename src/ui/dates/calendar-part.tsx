// Fetches the calendar and the words of its language when somebody opens one, and says so while that takes time.

import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Center, Text } from '../kit/parts.tsx'

async function load(language: string) {
  const [{ MonthCalendar }, { MomentPicker, ClockPicker }, { loadDateWords }] = await Promise.all([
    import('./month-calendar.tsx'),
    import('./pickers.tsx'),
    import('./date-words.ts'),
  ])
  return { MonthCalendar, MomentPicker, ClockPicker, words: await loadDateWords(language) }
}

export type CalendarParts = Awaited<ReturnType<typeof load>>

/** Starts to fetch what a person is about to open. A failure is told once they do. */
export function fetchCalendar(language: string): void {
  load(language).catch(() => undefined)
}

/** Gives its child the calendar, once it is there. */
export function CalendarPart({ children }: { children: (parts: CalendarParts) => ReactNode }) {
  const { i18n } = useLingui()
  const [found, setFound] = useState<CalendarParts | 'failed'>()
  useEffect(() => {
    let left = false
    load(i18n.locale).then(
      parts => left || setFound(parts),
      () => left || setFound('failed'),
    )
    return () => {
      left = true
    }
  }, [i18n.locale])
  if (found === undefined) {
    return (
      <Center w={268} h={240} role="status">
        <Loader size="sm" />
      </Center>
    )
  }
  if (found === 'failed') {
    return (
      <Text as="p" role="alert" maw={268}>
        <Trans>The calendar could not be loaded. Type the date instead.</Trans>
      </Text>
    )
  }
  return <>{children(found)}</>
}
