// The alarms that the shown readings raised in the shown time.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReadingKind } from '../../../domain/device/readings.ts'
import { wordText } from '../../../resource/cells.tsx'
import { wordsForError } from '../../../resource/error-words.ts'
import { useRelatedView } from '../../../resource/related-views.tsx'
import { Age } from '../../../ui/age.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import type { Period } from '../../../ui/period.ts'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { Loading } from '../../../ui/states.tsx'
import { alarmsOptions, useAlarmPath } from './alarm-marks.ts'
import css from './readings.module.css'

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
      <h2 className={css.cardTitle}>
        <Trans>Alarms in this time</Trans>{' '}
        {total > 0 && <span className={css.count}>{numberFormat(locale).format(total)}</span>}
      </h2>
      {!options.enabled ? (
        <p className={css.quiet}>
          <Trans>These readings raise no alarms.</Trans>
        </p>
      ) : isError && !data ? (
        <p className={css.quiet}>{i18n._(wordsForError(error))}</p>
      ) : !data ? (
        <Loading variant="list" count={3} />
      ) : total === 0 ? (
        <p className={css.quiet}>
          <Trans>None: everything stayed inside the limits.</Trans>
        </p>
      ) : (
        <ul className={css.alarms}>
          {data.list.slice(0, SHOWN).map(row => (
            <li key={row.id}>
              <a className={css.alarm} href={pathOf(row)}>
                <SeverityBadge
                  tone={row.severity}
                  urgent={row.severity === 'critical' && row.status === 'open'}
                >
                  {say('type', row.type)}
                </SeverityBadge>
                <span>
                  {row.value !== null && <bdi className={css.strong}>{number.format(row.value)}</bdi>}{' '}
                  {row.limit !== null && (
                    <bdi className={css.quiet}>{t`limit ${number.format(row.limit)}`}</bdi>
                  )}
                </span>
                <span className={css.quiet}>
                  {say('status', row.status)} · <Age at={row.raisedAt} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
