// Who punched where on a day, on the map and as a list beside it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { addDays } from '../../domain/attendance/local-days.ts'
import { localTime } from '../../domain/report/zone-time.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { WrittenDayField } from '../../resource/date-fields.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { PlaceMap, type ShownPlace } from '../../resource/map/place-map.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { tenantZone } from '../../resource/zone.ts'
import { dayText } from '../../ui/calendar.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, LineButton, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { clockOf } from '../../ui/week.ts'
import { type PunchPlace, placesOptions } from './attendance-query.ts'
import { sourceWords, trustWords } from './attendance-words.ts'

/** The newest of them: more only hide each other. */
const MOST_SHOWN = 400

export function PunchMapPage() {
  const may = useRights()
  return may('attendance.read') ? <PunchMap /> : <Forbidden />
}

type Which = 'all' | PunchPlace['source']

function PunchMap() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const desktop = useScreen() === 'desktop'
  const [day, setDay] = useState(() => dayText(serverNow()))
  const [which, setWhich] = useState<Which>('all')
  const [open, setOpen] = useState<string>()
  const query = useQuery(placesOptions({ day }))
  const rows = useMemo(
    () => (query.data ?? []).filter(({ source }) => which === 'all' || source === which).slice(0, MOST_SHOWN),
    [query.data, which],
  )
  const places = useMemo(() => rows.flatMap(placeOf), [rows])
  const sources = [...new Set((query.data ?? []).map(({ source }) => source))]
  const count = (source: PunchPlace['source']) => query.data?.filter(row => row.source === source).length
  const map = (
    <PlaceMap
      places={places}
      label={t`Map of the punches`}
      height={desktop ? 620 : 300}
      selected={open}
      onPick={setOpen}
    />
  )
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Attendance on site' })}
        count={new Set(query.data?.map(({ workerId }) => workerId)).size}
      >
        {query.data && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      <Row wrap align="end" justify="between" gap={3}>
        <SegmentedFilter
          label={t`Punched by`}
          value={which}
          onChange={setWhich}
          segments={[
            { value: 'all' as const, label: t`All`, count: query.data?.length },
            ...sources.map(source => ({
              value: source,
              label: i18n._(sourceWords[source].label),
              count: count(source),
            })),
          ]}
        />
        <Box w={160}>
          <WrittenDayField label={t`Day`} value={day} onChange={next => next && setDay(next)} />
        </Box>
      </Row>
      {!query.data && query.isError && (
        <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.isError && <Loading variant="cards" />}
      {query.data && rows.length === 0 && (
        <NoPunches
          day={day}
          onDay={next => {
            setWhich('all')
            setDay(next)
          }}
        />
      )}
      {rows.length > 0 && (
        <Stack cols="minmax(0, 2fr) minmax(280px, 1fr)" oneOnTablet gap={4} align="start">
          {places.length > 0 ? (
            map
          ) : (
            <Text as="p" tone="ink-2">
              <Trans>No place is known of these punches.</Trans>
            </Text>
          )}
          <List stack gap={1} card pad={2} atMostTall={desktop ? 'part' : undefined} scroll="y">
            {rows.map(row => (
              <PunchLine
                key={row.id}
                row={row}
                current={String(row.id) === open}
                onOpen={() => setOpen(String(row.id))}
              />
            ))}
          </List>
        </Stack>
      )}
    </PageFrame>
  )
}

/** Before the first punch of today the day before is what there is to look at. */
function NoPunches({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const today = dayText(serverNow())
  return (
    <Empty
      icon="pin"
      title={
        day === today ? (
          <Trans>Nobody has punched yet today</Trans>
        ) : (
          <Trans>Nobody has punched on this day</Trans>
        )
      }
      why={<Trans>Phones, door cards, faces and helmets at the fence are shown here as they come.</Trans>}
      action={
        day === today && (
          <Button variant="default" onClick={() => onDay(addDays(today, -1))}>
            <Trans>Show yesterday</Trans>
          </Button>
        )
      }
    />
  )
}

function placeOf({
  id,
  name,
  latitude,
  longitude,
  accuracyMetres,
  outcome,
  trust,
}: PunchPlace): ShownPlace[] {
  if (latitude === null || longitude === null) return []
  const bad = outcome === 'late' || outcome === 'early' || outcome === 'absent'
  return [
    {
      id: String(id),
      label: name,
      at: { latitude, longitude },
      look: {
        shape: trust === 'sure' ? 'filled' : 'ring',
        colour: trust === 'old' ? 'off' : bad ? 'warning' : 'ok',
      },
      accuracyMetres,
    },
  ]
}

function PunchLine({ row, current, onOpen }: { row: PunchPlace; current: boolean; onOpen: () => void }) {
  const { i18n, t } = useLingui()
  const { icon, label } = sourceWords[row.source]
  return (
    <li>
      <LineButton
        gap={3}
        padX={2}
        padY={1}
        atLeast="finger"
        round="control"
        outlined={current}
        aria-current={current}
        onClick={onOpen}
      >
        <Text strong>{clockOf(localTime(tenantZone(), row.at).minute)}</Text>
        <Icon name={icon} size={16} />
        <Stack gap={0} shrink>
          <Text clip>
            <bdi>{row.name}</bdi>
          </Text>
          <Text size="caption" tone="ink-3" clip>
            {[
              i18n._(label),
              row.place,
              row.trust !== 'sure' && i18n._(trustWords[row.trust].label),
              row.latitude === null && t`No position`,
            ]
              .filter(part => typeof part === 'string')
              .join(' · ')}
          </Text>
        </Stack>
      </LineButton>
    </li>
  )
}
