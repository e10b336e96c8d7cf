// Figures of one fence: when devices come, how long they stay, who comes most.

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stayLimits } from '../../domain/fence/fence.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { HeatGrid } from '../../ui/chart/heat-grid.tsx'
import { Box, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { dayBefore, startOfDay } from '../../ui/period.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Loading } from '../../ui/states.tsx'
import { clockOf, dayName } from '../../ui/week.ts'
import { type FenceFigures, figuresOptions } from './fence-figures.ts'
import { stayText } from './stay-text.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = [1, 2, 3, 4, 5, 6, 7]

export function FenceStatistics({ fenceId }: { fenceId: number }) {
  const { i18n, t } = useLingui()
  const [span, setSpan] = useState<'7' | '30' | '90'>('30')
  const today = startOfDay(serverNow())
  const query = useQuery(
    figuresOptions({ id: fenceId, from: dayBefore(today, Number(span) - 1), to: dayBefore(today, -1) }),
  )
  const figures = query.data
  return (
    <>
      <SegmentedFilter
        label={t`Period`}
        value={span}
        onChange={setSpan}
        segments={[
          { value: '7', label: t`7 days` },
          { value: '30', label: t`30 days` },
          { value: '90', label: t`90 days` },
        ]}
      />
      {!figures && query.isError && (
        <Text as="p" tone="ink-2">
          {i18n._(wordsForError(query.error))}
        </Text>
      )}
      {!figures && !query.isError && <Loading variant="cards" count={2} />}
      {figures && <Figures figures={figures} />}
    </>
  )
}

function Figures({ figures }: { figures: FenceFigures }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  const { stays, often, heat, lengths } = figures
  if (figures.entries + figures.exits === 0) {
    return <Text as="p" tone="ink-2">{t`No entries and no exits in this time.`}</Text>
  }
  const upTo = (ms: number) => {
    const limit = stayText(ms, locale)
    return t`Under ${limit}`
  }
  const longest = stayText(stayLimits.at(-1) ?? 0, locale)
  const names = [...stayLimits.map(upTo), t`${longest} and more`]
  const tiles = [
    { id: 'entries', label: t`Entries`, value: number.format(figures.entries) },
    { id: 'exits', label: t`Exits`, value: number.format(figures.exits) },
    { id: 'middle', label: t`Usual stay`, value: stays && stayText(stays.middle, locale) },
    { id: 'average', label: t`Average stay`, value: stays && stayText(stays.average, locale) },
    { id: 'longest', label: t`Longest stay`, value: stays && stayText(stays.longest, locale) },
  ]
  return (
    <>
      <Stack as="dl" gap={2} cols="repeat(auto-fill, minmax(120px, 1fr))">
        {tiles
          .filter(tile => tile.value !== undefined)
          .map(tile => (
            <Box key={tile.id} padX={3} padY={2} ground="sunken" edge="line" round="control">
              <Text as="dt" size="caption" tone="ink-2">
                {tile.label}
              </Text>
              <Box as="dd" size="large" strong>
                {tile.value}
              </Box>
            </Box>
          ))}
      </Stack>
      <Text as="h3" above={2} size="body" strong>
        <Trans>When devices enter</Trans>
      </Text>
      <HeatGrid
        label={t`Entries by weekday and hour`}
        unit={t`entries`}
        rows={days.map(day => ({
          id: String(day),
          label: dayName(day, locale),
          title: dayName(day, locale, 'long'),
        }))}
        columns={hours.map(hour => ({ id: String(hour), label: String(hour), title: clockOf(hour * 60) }))}
        values={heat}
      />
      {stays && (
        <>
          <Text as="h3" above={2} size="body" strong>
            <Trans>How long they stay</Trans>
          </Text>
          <BarChart
            label={t`Stays by length`}
            unit={t`stays`}
            about={t`Length`}
            layout="rows"
            series={[{ id: 'stays', name: t`Stays`, tone: 'accent' }]}
            bars={names.map((name, at) => ({ id: name, label: name, values: [lengths[at] ?? 0] }))}
          />
        </>
      )}
      {often.length > 0 && (
        <>
          <Text as="h3" above={2} size="body" strong>
            <Trans>Who enters most</Trans>
          </Text>
          <BarChart
            label={t`Entries by device`}
            unit={t`entries`}
            about={t`Device`}
            layout="rows"
            series={[{ id: 'entries', name: t`Entries`, tone: 'accent' }]}
            bars={often.map(({ deviceId, name, entries }) => ({
              id: String(deviceId),
              label: name,
              values: [entries],
            }))}
          />
        </>
      )}
    </>
  )
}
