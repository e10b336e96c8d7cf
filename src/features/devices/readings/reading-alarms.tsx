// The alarms that the shown readings raised in the shown time.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReadingKind } from '../../../domain/device/readings.ts'
import { wordText } from '../../../resource/cells.tsx'
import { wordsForError } from '../../../resource/error-words.ts'
import { useRelatedView } from '../../../resource/related-views.tsx'
import { Age } from '../../../ui/age.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, SectionTitle, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import type { Period } from '../../../ui/period.ts'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { Loading } from '../../../ui/states.tsx'
import { alarmsOptions, useAlarmPath } from './alarm-marks.ts'

const SHOWN = 12

interface AlarmsProps {
  imei: string
  kinds: readonly ReadingKind[]
  period: Period
}

export function ReadingAlarms({ imei, kinds, period }: AlarmsProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const view = useRelatedView('alarm')
  const pathOf = useAlarmPath()
  const options = alarmsOptions(imei, kinds, period)
  const { data, isError, error } = useQuery(options)
  const number = numberFormat(locale, { maximumFractionDigits: 2 })
  const say = (field: string, word: string) => (view ? wordText(view, field, word, i18n) : word)
  const total = data?.total ?? 0
  return (
    <>
      <SectionTitle below={2}>
        <Trans>Alarms in this time</Trans>{' '}
        {total > 0 && (
          <Text plain tone="ink-3">
            {numberFormat(locale).format(total)}
          </Text>
        )}
      </SectionTitle>
      {!options.enabled ? (
        <Text as="p" plain tone="ink-3">
          <Trans>These readings raise no alarms.</Trans>
        </Text>
      ) : isError && !data ? (
        <Text as="p" plain tone="ink-3">
          {i18n._(wordsForError(error))}
        </Text>
      ) : !data ? (
        <Loading variant="list" count={3} />
      ) : total === 0 ? (
        <Text as="p" plain tone="ink-3">
          <Trans>None: everything stayed inside the limits.</Trans>
        </Text>
      ) : (
        <List stack gap="half">
          {data.list.slice(0, SHOWN).map(row => (
            <li key={row.id}>
              <a
                className={look({
                  row: true,
                  wrap: true,
                  justify: 'between',
                  gap: 1,
                  columnGap: 2,
                  atLeast: 'target',
                  padX: 2,
                  padY: 1,
                  round: 'control',
                  size: 'small',
                  tone: 'ink',
                  undecorated: true,
                  hovers: true,
                })}
                href={pathOf(row)}
              >
                <SeverityBadge
                  tone={row.severity}
                  urgent={row.severity === 'critical' && row.status === 'open'}
                >
                  {say('type', row.type)}
                </SeverityBadge>
                <span>
                  {row.value !== null && (
                    <Text as="bdi" strong>
                      {number.format(row.value)}
                    </Text>
                  )}{' '}
                  {row.limit !== null && (
                    <Text as="bdi" plain tone="ink-3">{t`limit ${number.format(row.limit)}`}</Text>
                  )}
                </span>
                <Text plain tone="ink-3">
                  {say('status', row.status)} · <Age at={row.raisedAt} />
                </Text>
              </a>
            </li>
          ))}
        </List>
      )}
    </>
  )
}
