// What is known of one alarm: measured and limit, person, device, place, who did what with it.
import { Trans, useLingui } from '@lingui/react/macro'
import { alarmRule } from '../../domain/alarm/alarm-rule.ts'
import { HIGHEST_ESCALATION } from '../../domain/alarm/alarm-step.ts'
import { permissionFor } from '../../domain/entity.ts'
import { fence as fenceEntity } from '../../domain/fence/fence.ts'
import { useRights } from '../../resource/surroundings.ts'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { AlarmFlaws } from './alarm-flaws.tsx'
import { devicePath, fencePath, useGo } from './alarm-links.tsx'
import type { AlarmRow } from './alarm-row.ts'
import { useRepeats } from './alarm-story.tsx'
import { measuredText } from './alarm-unit.ts'

/** What happened, to whom and where. */
export function WhatAndWhere({ row }: { row: AlarmRow }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const go = useGo()
  const number = numberFormat(locale)
  const fence = useFenceFact(row)
  const measure = (value: number | null) =>
    value !== null && <bdi dir="ltr">{measuredText(row.type, value, number)}</bdi>
  return (
    <Facts
      facts={[
        { id: 'value', label: t`Value`, value: measure(row.value) },
        { id: 'limit', label: t`Limit`, value: measure(row.limit) },
        { id: 'person', label: t`Person`, value: row.wearerName },
        {
          id: 'phone',
          label: t`Phone`,
          value: row.userPhone && (
            <a
              className={look({ inline: true, touchable: true, tone: 'accent' })}
              href={`tel:${row.userPhone}`}
              dir="ltr"
            >
              {row.userPhone}
            </a>
          ),
        },
        {
          id: 'device',
          label: t`Device`,
          value: (
            <a className={look({ tone: 'accent' })} {...go(devicePath(row))}>
              {row.deviceName}
            </a>
          ),
        },
        { id: 'imei', label: t`IMEI`, value: <bdi dir="ltr">{row.imei}</bdi> },
        { id: 'department', label: t`Department`, value: row.departmentName },
        fence,
        { id: 'zone', label: t`Danger area`, value: row.zoneName },
        { id: 'place', label: t`Place`, value: row.place },
        {
          id: 'room',
          label: t`Building, unit, room`,
          value: [row.building, row.unit, row.roomNo].filter(Boolean).join(', '),
        },
        { id: 'raised', label: t`Raised`, value: <Moment at={row.raisedAt} /> },
        {
          id: 'arrived',
          label: t`Arrived`,
          value: row.late && (
            <>
              <Moment at={row.createdAt} /> <Trans>(late, out of the device’s buffer)</Trans>
            </>
          ),
        },
        {
          id: 'flaws',
          label: t`Errors in the message`,
          value: row.flaws && row.flaws.length > 0 && <AlarmFlaws flaws={row.flaws} />,
        },
        { id: 'note', label: t`Note`, value: row.note },
      ]}
    />
  )
}

/** The fence that was left or entered, by its name of then. */
function useFenceFact({ fenceId, fenceName }: AlarmRow): Fact {
  const { t } = useLingui()
  const may = useRights()
  const go = useGo()
  return {
    id: 'fence',
    label: t`Geofence`,
    value:
      fenceName &&
      (fenceId && may(permissionFor(fenceEntity, 'read')) ? (
        <a className={look({ tone: 'accent' })} {...go(fencePath(fenceId))}>
          {fenceName}
        </a>
      ) : (
        fenceName
      )),
  }
}

function Moment({ at }: { at: number }) {
  return <bdi dir="ltr">{formatMoment(at)}</bdi>
}

/** Who has seen it, whom it is assigned to, how often people were notified, and to which level it was escalated. */
export function WhoAndHow({ row }: { row: AlarmRow }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const repeats = useRepeats(row)
  const rule = useRuleFact(row)
  const by = (name: string | null, at: number | null) =>
    name && (
      <>
        <bdi>{name}</bdi> {at !== null && <Moment at={at} />}
      </>
    )
  const level = row.escalation
  const untouched =
    row.status === 'open' && !row.acknowledgedBy && !row.assignedTo && level === 0 && repeats === 0
  if (untouched && !row.ruleName) return <Text as="p" tone="ink-3">{t`Nobody yet`}</Text>
  return (
    <Facts
      facts={[
        {
          id: 'acknowledged',
          label: t`Acknowledged`,
          value: by(row.acknowledgedBy, row.acknowledgedAt),
        },
        { id: 'taken', label: t`Taken`, value: by(row.takenBy, row.takenAt) },
        { id: 'assigned', label: t`Assigned to`, value: row.assignedTo },
        {
          id: 'level',
          label: t`Escalated`,
          value: level > 0 && t`Level ${level} of ${HIGHEST_ESCALATION}`,
        },
        {
          id: 'repeats',
          label: t`Notified again`,
          value: repeats > 0 && numberFormat(locale).format(repeats),
        },
        { id: 'handled', label: t`Handled`, value: by(row.handledBy, row.handledAt) },
        rule,
      ]}
    />
  )
}

function useRuleFact({ ruleId, ruleName }: AlarmRow): Fact {
  const { t } = useLingui()
  const may = useRights()
  const go = useGo()
  const link = ruleId && may(permissionFor(alarmRule, 'read'))
  return {
    id: 'rule',
    label: t`Decided by the rule`,
    value:
      ruleName &&
      (link ? (
        <a className={look({ tone: 'accent' })} {...go(`/AlarmHistory?tab=rules&open=${ruleId}`)}>
          {ruleName}
        </a>
      ) : (
        ruleName
      )),
  }
}
