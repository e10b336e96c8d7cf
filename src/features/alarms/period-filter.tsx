// Narrows the log to a period: unset it is a dashed chip, set it is a filled one.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import type { ListSearch } from '../../resource/search.ts'
import { dayText } from '../../ui/calendar.ts'
import { PeriodField } from '../../ui/dates/period-field.tsx'
import { AddFilter, FilterChip } from '../../ui/filter-chips.tsx'
import { Inline, Stack } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { endOfDay, startOfDay } from '../../ui/period.ts'

interface PeriodFilterProps {
  search: ListSearch
  onChange: (changes: ListSearch) => void
}

export function PeriodFilter({ search, onChange }: PeriodFilterProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [from, to] = [numberOf(search.raisedAtFrom), numberOf(search.raisedAtTo)]
  const set = from !== undefined || to !== undefined
  const clear = () => {
    setOpen(false)
    onChange({ raisedAtFrom: undefined, raisedAtTo: undefined })
  }
  const text = t`Period: ${boundText(from, true)} – ${boundText(to, false)}`
  // The button in the span says itself whether it is open; a span may not.
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <Inline align="stretch" shrink fits>
          {set ? (
            <FilterChip text={text} onClick={() => setOpen(true)} onRemove={clear} />
          ) : (
            <AddFilter icon="calendar" expanded={open} onClick={() => setOpen(!open)}>
              <Trans>Period</Trans>
            </AddFilter>
          )}
        </Inline>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Period`}>
        {open && (
          <Stack gap={3} maw="min(420px, 84vw)">
            <PeriodField
              from={from}
              to={to}
              onChange={period => onChange({ raisedAtFrom: period.from, raisedAtTo: period.to })}
            />
            <Button variant="default" onClick={set ? clear : () => setOpen(false)}>
              {set ? <Trans>Any time</Trans> : <Trans>Close</Trans>}
            </Button>
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

// Whole days are said as days; an hour of a chart is said to the second.
function boundText(at: number | undefined, first: boolean): string {
  if (at === undefined) return ''
  const whole = at === (first ? startOfDay(at) : endOfDay(at))
  return whole ? dayText(at) : formatMoment(at)
}
