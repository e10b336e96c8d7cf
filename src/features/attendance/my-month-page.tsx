// One's own month on the phone: punch, what became of it, and the days with what can be asked for.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SixState } from '../../domain/attendance/judge-day.ts'
import { monthOf } from '../../domain/attendance/local-days.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { ActionsProvider } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import { useListAddress } from '../../resource/list-search.ts'
import { PunchButton } from '../../resource/punch/punch-button.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { dayText } from '../../ui/calendar.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { PeekPanel } from '../../ui/peek-panel.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { ownMonthOptions } from './attendance-query.ts'
import { DayPeek } from './day-peek.tsx'
import { MonthDays } from './month-days.tsx'
import { MonthSteps } from './month-page.tsx'
import { correctionView } from './records.view.tsx'

export function MyMonthPage() {
  const may = useRights()
  if (!may('punch.read')) return <Forbidden />
  return (
    <ActionsProvider view={correctionView}>
      <MyMonth />
    </ActionsProvider>
  )
}

function MyMonth() {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const number = numberFormat(useIntlLocale())
  const address = useListAddress(correctionView.entity)
  const [month, setMonth] = useState(() => monthOf(dayText(serverNow())))
  const [day, setDay] = useState<string>()
  /** What a correction is about when it is asked for on the spot. */
  const [about, setAbout] = useState<{ day: string; slot?: SixState }>()
  const asked = useMemo(
    () => ({ ...correctionView, initial: { ...correctionView.initial, ...about } }),
    [about],
  )
  const query = useQuery(ownMonthOptions(month))
  const own = query.data?.worker
  const tiles = own && [
    { label: t`Days worked`, value: own.worth },
    { label: t({ context: 'count', message: 'Late' }), value: own.late, tone: 'warning' as const },
    { label: t({ context: 'count', message: 'Early' }), value: own.early, tone: 'warning' as const },
    { label: t({ context: 'count', message: 'Absent' }), value: own.absent, tone: 'critical' as const },
  ]
  return (
    <PageFrame
      scrolls
      beside={
        own &&
        day && (
          <PeekPanel icon="calendar" title={day} onClose={() => setDay(undefined)}>
            <DayPeek
              workerId={own.id}
              day={day}
              onAsk={
                may('attendanceCorrection.save')
                  ? slot => {
                      setAbout({ day, ...(slot && { slot }) })
                      address.change({ form: 'new' })
                    }
                  : undefined
              }
            />
          </PeekPanel>
        )
      }
    >
      <PageHead title={t({ context: 'page', message: 'My month' })}>
        {query.data && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      <Stack gap={4} atMost="large">
        {may('punch.save') && <PunchButton />}
        <Row wrap justify="between" gap={2}>
          <MonthSteps month={month} onMonth={setMonth} />
          {may('attendanceCorrection.save') && (
            <Button
              variant="default"
              leftSection={<Icon name="edit" />}
              onClick={() => {
                setAbout(undefined)
                address.change({ form: 'new' })
              }}
            >
              <Trans>Ask for a correction</Trans>
            </Button>
          )}
        </Row>
        {!query.data && query.isError && (
          <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
        )}
        {!query.data && !query.isError && <Loading variant="list" />}
        {query.data && !own && (
          <Empty
            icon="user"
            title={<Trans>Your login is not in the list of site staff</Trans>}
            why={<Trans>Ask whoever keeps the list to connect it, then you can punch here.</Trans>}
          />
        )}
        {query.data?.closed && (
          <Row gap={2} tone="ink-2">
            <Icon name="lock" size={16} />
            <Trans>This month has been closed. Corrections are possible again once it is reopened.</Trans>
          </Row>
        )}
        {tiles && (
          <Stack as="dl" gap={2} cols="repeat(4, minmax(0, 1fr))">
            {tiles.map(({ label, value, tone }) => (
              <Box key={label} pad={2} ground="surface" edge="line" round="control" text="center">
                <Text as="dt" size="caption" tone="ink-2">
                  {label}
                </Text>
                <Box as="dd" size="large" strong tone={value > 0 ? tone : undefined}>
                  {number.format(value)}
                </Box>
              </Box>
            ))}
          </Stack>
        )}
        {own && query.data && (
          <Box card pad={0}>
            <MonthDays month={query.data} cells={own.cells} onChoose={setDay} />
          </Box>
        )}
      </Stack>
      <FormDrawer view={asked} address={address} />
    </PageFrame>
  )
}
