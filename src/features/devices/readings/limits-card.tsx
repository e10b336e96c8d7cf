// Limits and report interval of the page's readings: what is wanted against what the device uses, changed in place.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { isLimited, readings } from '../../../domain/device/readings.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { SectionTitle, Table, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { readingWords } from '../device-words.ts'
import { type LimitsCardProps, type PartProps, useDurations } from './limits-facts.ts'
import { LimitsForm } from './limits-form.tsx'
import { limitsFor } from './reading-facts.ts'

export function LimitsCard(props: LimitsCardProps) {
  const { i18n } = useLingui()
  const { query } = props
  const may = useRights()('device.settings')
  const [editing, setEditing] = useState(false)
  const durations = useDurations(props)
  const changeable = durations.length > 0 || props.kinds.some(isLimited)
  if (!query.data) {
    if (!query.isError) return <Loading variant="detail" count={3} />
    return <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
  }
  const settings = query.data
  return (
    <>
      <SectionTitle below={2}>
        <Trans>Limits and interval</Trans>
      </SectionTitle>
      {editing ? (
        <LimitsForm {...props} stored={settings} onDone={() => setEditing(false)} />
      ) : (
        <>
          <LimitsTable {...props} stored={settings} />
          {may && changeable && (
            <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => setEditing(true)}>
              <Trans>Change</Trans>
            </Button>
          )}
        </>
      )}
    </>
  )
}

function LimitsTable({ stored: settings, kinds, variant, models }: PartProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const durations = useDurations({ variant, kinds })
  const number = numberFormat(locale, { maximumFractionDigits: 4 })
  const say = (value: number | undefined | null, unit: string) =>
    value === undefined || value === null ? t`not set` : `${number.format(value)} ${unit}`.trim()
  const rows = [
    ...kinds.filter(isLimited).flatMap(kind => {
      const model = models.find(each => each.kind === kind)
      const own = settings.desired.limits?.[kind]
      const usual = limitsFor(kind, undefined, model)
      const { unit } = readings[kind]
      return (['upper', 'lower'] as const).map(side => ({
        id: `${kind} ${side}`,
        label: `${i18n._(readingWords[kind])}: ${side === 'upper' ? t`upper limit` : t`lower limit`}`,
        wanted:
          own?.lower === undefined && own?.upper === undefined && usual[side] !== undefined
            ? t`${say(usual[side], unit)} (of the product)`
            : say(own?.[side], unit),
        used: settings.reported && say(settings.reported.limits?.[kind]?.[side], unit),
        differs: settings.reported !== null && settings.reported.limits?.[kind]?.[side] !== own?.[side],
      }))
    }),
    ...durations.map(({ name, label, unit }) => ({
      id: name,
      label,
      wanted: say(settings.desired[name], unit),
      used: settings.reported && say(settings.reported[name], unit),
      differs: settings.reported !== null && settings.reported[name] !== settings.desired[name],
    })),
  ]
  if (rows.length === 0) {
    return (
      <Text as="p" plain tone="ink-3">
        <Trans>These readings have no limits and no interval of their own.</Trans>
      </Text>
    )
  }
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t`Setting`}</th>
          <th scope="col">{t`Requested`}</th>
          <th scope="col">{t`On the device`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, wanted, used, differs }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            <td>
              <bdi>{wanted}</bdi>
            </td>
            <Text as="td" nowrap tone={differs ? 'attention' : undefined}>
              {used === null ? (
                <Text plain tone="ink-3">{t`not reported yet`}</Text>
              ) : (
                <>
                  <Icon
                    name={differs ? 'clock' : 'check'}
                    size={12}
                    label={differs ? t`not applied yet` : t`in force`}
                  />{' '}
                  <bdi>{used}</bdi>
                </>
              )}
            </Text>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3} className={look({ size: 'caption', tone: 'ink-3' })}>
            <Trans>
              Requested since <Age at={settings.desiredAt ?? undefined} />
            </Trans>
            {' · '}
            <Trans>
              Reported by the device <Age at={settings.reportedAt ?? undefined} />
            </Trans>
          </td>
        </tr>
      </tfoot>
    </Table>
  )
}
