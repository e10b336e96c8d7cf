// Who is away this week: a row a person, a column a day. What only waits for approval is drawn open.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAfter, daysFrom, type Half, weekdayOf } from '../../domain/leave/leave-days.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { leaveKindWords } from '../../resource/leave-words.ts'
import { tenantCalendar } from '../../resource/zone.ts'
import { dayText } from '../../ui/calendar.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Card, Muted, Row, SectionTitle, Table, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { Loading } from '../../ui/states.tsx'
import { dayName } from '../../ui/week.ts'
import css from './away-strip.module.css'
import { awayOptions } from './leave-query.ts'
import { halfWords, leaveStateWords } from './leave-words.ts'

export function AwayStrip({ onOpen }: { onOpen: (requestId: number) => void }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const today = dayText(serverNow(), tenantCalendar)
  const [monday, setMonday] = useState(() => dayAfter(today, 1 - weekdayOf(today)))
  const days = daysFrom(monday, dayAfter(monday, 6))
  const away = useQuery(awayOptions(monday, dayAfter(monday, 6)))
  return (
    <Card as="section" pad={3}>
      <Row wrap gap={2} justify="between" below={2}>
        <SectionTitle>
          <Trans>Who is away</Trans>
        </SectionTitle>
        <Row gap={1}>
          <IconButton icon="back" label={t`Week before`} onClick={() => setMonday(dayAfter(monday, -7))} />
          <Text size="small" tone="ink-2">
            <bdi dir="ltr">{monday}</bdi> – <bdi dir="ltr">{dayAfter(monday, 6)}</bdi>
          </Text>
          <IconButton icon="forward" label={t`Next week`} onClick={() => setMonday(dayAfter(monday, 7))} />
        </Row>
      </Row>
      {away.data ? (
        away.data.length === 0 ? (
          <Muted as="p">
            <Trans>Nobody is away in this week.</Trans>
          </Muted>
        ) : (
          <Box scroll="x">
            <Table className={css.week}>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Person</Trans>
                  </th>
                  {days.map(day => (
                    <th key={day} scope="col" data-today={day === today}>
                      {dayName(weekdayOf(day), locale)} <bdi dir="ltr">{day.slice(8)}</bdi>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {away.data.map(row => {
                  const kind = i18n._(leaveKindWords[row.kind].label)
                  const asked = row.state !== 'approved'
                  const state = i18n._(leaveStateWords[row.state].label)
                  return (
                    <tr key={row.requestId}>
                      <th scope="row">
                        <button
                          type="button"
                          className={look({ bare: true, touchable: true, tone: 'accent', text: 'start' })}
                          onClick={() => onOpen(row.requestId)}
                        >
                          {row.workerName}
                        </button>
                      </th>
                      {days.map(day => {
                        const half = row.days.find(each => each.day === day)?.half
                        return (
                          <td key={day} data-today={day === today}>
                            {half && (
                              <span
                                className={css.bar}
                                data-half={half}
                                data-asked={asked}
                                title={`${kind} · ${state}`}
                              >
                                {kind}
                                {half !== 'whole' && ` · ${i18n._(halfWords[half satisfies Half])}`}
                              </span>
                            )}
                          </td>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            </Table>
          </Box>
        )
      ) : away.isError ? (
        <Muted as="p">{i18n._(wordsForError(away.error))}</Muted>
      ) : (
        <Loading variant="list" count={2} />
      )}
    </Card>
  )
}
