// One person's month as a list of days, the newest first: what a phone shows instead of the grid.
import { useLingui } from '@lingui/react/macro'
import { CELL } from '../../domain/attendance/cells.ts'
import { weekdayOf } from '../../domain/attendance/local-days.ts'
import { Center, LineButton, List, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { dayName } from '../../ui/week.ts'
import type { Month } from './attendance-query.ts'
import { briefOf, marksOf } from './month-marks.tsx'

interface MonthDaysProps {
  month: Pick<Month, 'days' | 'today'>
  cells: string
  onChoose: (day: string) => void
}

export function MonthDays({ month, cells, onChoose }: MonthDaysProps) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  const days = month.days
    .map(({ day }, at) => ({ day, packed: cells.slice(at * CELL, (at + 1) * CELL) }))
    .filter(({ day }) => day <= month.today)
    .reverse()
  return (
    <List stack gap={0} padX={2}>
      {days.map(({ day, packed }) => (
        <li key={day}>
          <LineButton gap={3} padX={2} padY={1} atLeast="finger" edgeBelow onClick={() => onChoose(day)}>
            <Center rigid w={40} h={36}>
              {marksOf(packed, i18n)}
            </Center>
            <Text strong={day === month.today} nowrap>
              {dayName(weekdayOf(day), locale)} {Number(day.slice(8))}
            </Text>
            <Text size="small" tone="ink-2" grow shrink breaks>
              {briefOf(packed, i18n)}
            </Text>
          </LineButton>
        </li>
      ))}
    </List>
  )
}
