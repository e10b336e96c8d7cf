// One alarm of the list: what, how urgent, who and where, since when, who has it; urgent ones with their buttons.

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { memo } from 'react'
import { showToast } from '../../platform/toast.ts'
import { type RowAction, useActions } from '../../resource/actions.tsx'
import { useSession } from '../../resource/surroundings.ts'
import { Elapsed } from '../../ui/age.tsx'
import { CallButton } from '../../ui/call-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Marks } from './alarm-badges.tsx'
import css from './alarm-line.module.css'
import { mapPath, useGo } from './alarm-links.tsx'
import type { AlarmRow } from './alarm-row.ts'
import { measuredText } from './alarm-unit.ts'
import { iconOf, severityWords, typeWords } from './alarm-words.ts'
import { WaitingNote } from './waiting-note.tsx'

export interface AlarmLineProps {
  row: AlarmRow
  /** Keys act on this line, or the panel shows its alarm. */
  active: boolean
  chosen: boolean
  choosing: boolean
  onOpen: (row: AlarmRow) => void
  /** Absent where alarms cannot be chosen several at a time. */
  onChoose: ((row: AlarmRow) => void) | undefined
}

/** Runs an action, or shows why it is blocked. */
export function runAction(action: RowAction | undefined): void {
  if (!action) return
  if (action.blocked === undefined) action.run()
  else
    showToast({
      kind: 'tip',
      message: msg`No network. Taking an alarm is never kept for later: phone, or try again.`,
    })
}

export const AlarmLine = memo(function AlarmLine({
  row,
  active,
  chosen,
  choosing,
  onOpen,
  onChoose,
}: AlarmLineProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const urgent = row.severity === 'critical' && row.status === 'open' && !row.onTest
  const name = i18n._(typeWords[row.type])
  const value = row.value === null ? '' : measuredText(row.type, row.value, numberFormat(locale))
  const classes = [
    css.line,
    css[row.severity],
    urgent && css.urgent,
    active && look({ outlined: true }, css.active),
    row.status === 'handled' && css.done,
  ]
  return (
    <li className={classes.filter(Boolean).join(' ')} data-alarm={row.id}>
      {onChoose && (
        <label className={choosing ? css.choose : `${css.choose} ${css.quiet}`}>
          <input
            type="checkbox"
            checked={chosen}
            aria-label={t`Select ${name}, ${row.deviceName}`}
            onChange={() => onChoose(row)}
          />
        </label>
      )}
      <Text area="icon" tone="off" className={css.icon}>
        <Icon name={iconOf(row.type)} size={22} />
      </Text>
      <button
        type="button"
        className={look(
          { bare: true, stack: true, shrink: true, pad: 0, tone: 'ink', text: 'start', pointer: true },
          css.body,
        )}
        data-line=""
        aria-current={active ? 'true' : undefined}
        onClick={() => onOpen(row)}
      >
        <Row as="span" wrap gap="half" columnGap={2} className={css.what}>
          <strong className={row.read ? undefined : css.unread}>
            {name} {value && <bdi dir="ltr">{value}</bdi>}
          </strong>
          <SeverityBadge tone={row.severity} urgent={urgent}>
            {i18n._(severityWords[row.severity])}
          </SeverityBadge>
          <Marks row={row} />
        </Row>
        <Text tone="ink-2" breaks>
          {row.wearerName && (
            <>
              <bdi>{row.wearerName}</bdi>
              {' · '}
            </>
          )}
          <bdi>{row.deviceName}</bdi>
        </Text>
        <Row
          as="span"
          wrap
          align="stretch"
          gap={0}
          columnGap={3}
          hidden
          size="caption"
          tone="ink-3"
          className={css.where}
        >
          {row.fenceName && <bdi>{row.fenceName}</bdi>}
          {row.zoneName && <bdi>{row.zoneName}</bdi>}
          {row.place && <bdi>{row.place}</bdi>}
          <HolderText row={row} />
        </Row>
      </button>
      <Text size="small" tone="ink-2" nowrap area="age" className={css.age}>
        <Elapsed since={row.raisedAt} />
      </Text>
      <Box area="note">
        <WaitingNote id={row.id} />
      </Box>
      {row.status === 'open' && <Buttons row={row} urgent={urgent} />}
    </li>
  )
})

function HolderText({ row }: { row: AlarmRow }) {
  if (row.status === 'handled') {
    return <span>{row.handledBy ? <Trans>Handled by {row.handledBy}</Trans> : <Trans>Handled</Trans>}</span>
  }
  const meant = row.assignedTo && row.assignedToId !== row.takenById && (
    <Text tone="attention">
      <Trans>For {row.assignedTo}</Trans>
    </Text>
  )
  if (row.status === 'taken') {
    return (
      <>
        <span>{row.takenBy ? <Trans>{row.takenBy} is on the way</Trans> : <Trans>Taken</Trans>}</span>
        {meant}
      </>
    )
  }
  const seen = row.acknowledgedBy && (
    <span>
      <Trans>Seen by {row.acknowledgedBy}</Trans>
    </span>
  )
  if (meant || seen) {
    return (
      <>
        {meant}
        {seen}
      </>
    )
  }
  return (
    <span className={css.nobody}>
      <Trans>Nobody yet</Trans>
    </span>
  )
}

function Buttons({ row, urgent }: { row: AlarmRow; urgent: boolean }) {
  const { t } = useLingui()
  const { actionsFor } = useActions()
  const visitor = useSession()?.user.visitor === true
  const go = useGo()
  const actions = actionsFor([row])
  const take = actions.find(rowAction => rowAction.id === 'take')
  const acknowledge = actions.find(rowAction => rowAction.id === 'acknowledge')
  if (!urgent) {
    return (
      <div className={`${css.buttons} ${css.optional}`} data-quiet="">
        {take && (
          <Button variant="default" tabIndex={-1} onClick={() => runAction(take)}>
            {take.label}
          </Button>
        )}
        {acknowledge && (
          <Button
            variant="default"
            px="sm"
            tabIndex={-1}
            aria-label={acknowledge.label}
            title={acknowledge.label}
            onClick={() => runAction(acknowledge)}
          >
            <Icon name="eye" />
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className={css.buttons}>
      {take && (
        <Button className={css.take ?? ''} color="critical" onClick={() => runAction(take)}>
          {take.label}
        </Button>
      )}
      {acknowledge && (
        <Button
          variant="default"
          aria-label={acknowledge.label}
          title={acknowledge.label}
          onClick={() => runAction(acknowledge)}
        >
          <Icon name="eye" />
        </Button>
      )}
      {row.userPhone && <CallButton number={row.userPhone} />}
      {!visitor && (
        <Button
          variant="default"
          component="a"
          {...go(mapPath(row))}
          aria-label={t`On the map`}
          title={t`On the map`}
        >
          <Icon name="pin" />
        </Button>
      )}
    </div>
  )
}
