// My duty now: where, until when, how much is left, and handovers that I still have to sign.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { dutyRecord } from '../../domain/duty/duty-record.ts'
import type { RowOf } from '../../domain/entity.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { PunchBeside } from '../../resource/punch/punch-button.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { dutyRecordView } from './duty-record.view.tsx'
import { useQueue } from './my-day-query.ts'
import type { Shift } from './roster-query.ts'
import { reportAddress } from './shift-report-query.ts'
import { clockAt, spanText } from './time-words.ts'

type Record = RowOf<typeof dutyRecord>

/** A shift that begins later than so is not what the next punch is for. */
const SOON_MS = 12 * HOUR_MS

interface DutyCardProps {
  on: Shift | undefined
  next: Shift | undefined
  now: number
  handovers: readonly Record[]
}

export function DutyCard({ on, next, now, handovers }: DutyCardProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const duty = on ? (
    <Stack gap={1} grow shrink>
      <Row gap={2} wrap>
        <SectionTitle>
          <Trans>On duty</Trans>
        </SectionTitle>
        <SeverityBadge tone="ok">{on.postName}</SeverityBadge>
      </Row>
      <Muted>
        <bdi>{spanText(on.startsAt, on.endsAt, locale)}</bdi> ·{' '}
        <Trans>{leftText(on.endsAt - now, locale)} left</Trans>
      </Muted>
      {on.handover === 'signed' && (
        <Row gap={2} tone="ok" size="small">
          <Icon name="check" size={15} />
          <Trans>Handover signed by both</Trans>
        </Row>
      )}
    </Stack>
  ) : (
    <Stack gap={1} grow shrink>
      <SectionTitle>
        <Trans>Not on duty</Trans>
      </SectionTitle>
      {next ? (
        <Muted>
          <Trans>Next: {spanText(next.startsAt, next.endsAt, locale)}</Trans> · <bdi>{next.postName}</bdi>
        </Muted>
      ) : (
        <Muted>
          <Trans>No shift of yours is published.</Trans>
        </Muted>
      )}
    </Stack>
  )
  const expected = on ? (
    <Trans>Ends {clockAt(on.endsAt)}</Trans>
  ) : (
    next && next.startsAt - now < SOON_MS && <Trans>Starts {clockAt(next.startsAt)}</Trans>
  )
  return (
    <Stack as="section" card gap={3} pad={4} aria-label={t`My duty`}>
      {may('punch.save') ? <PunchBeside expected={expected}>{duty}</PunchBeside> : duty}
      {handovers.length > 0 && (
        <ActionsProvider view={dutyRecordView}>
          {handovers.map(record => (
            <Handover key={record.id} record={record} />
          ))}
        </ActionsProvider>
      )}
      {may('dutyRecord.save') && (
        <a
          className={look({ inline: true, gap: 2, tone: 'accent', touchable: true })}
          href="#/dutyRecords?form=new"
        >
          <Icon name="edit" size={16} />
          <Trans>Write the duty record</Trans>
        </a>
      )}
    </Stack>
  )
}

function Handover({ record }: { record: Record }) {
  const { give } = useActions()
  const may = useRights()
  const waits = useQueue().some(
    ({ entity, command, ids }) => entity === dutyRecord.key && command === 'sign' && ids.includes(record.id),
  )
  return (
    <Row gap={3} wrap edgeAbove padAbove={3}>
      <Stack grow shrink gap="half">
        <Text as="bdi" medium>
          {record.area}: {record.workerName} → {record.nextWorkerName}
        </Text>
        <Muted as="bdi">{record.situation}</Muted>
        <a className={look({ tone: 'accent', size: 'small', touchable: true })} href={reportAddress(record)}>
          <Trans context="page">Shift report</Trans>
        </a>
      </Stack>
      {waits ? (
        <Row gap={2} tone="info" size="small">
          <Icon name="cloud-up" size={15} />
          <Trans>To be sent</Trans>
        </Row>
      ) : (
        may('dutyRecord.sign') && (
          <Button variant="default" onClick={() => void give('sign', [record])}>
            <Trans>Sign the handover</Trans>
          </Button>
        )
      )}
    </Row>
  )
}

/** `5 hr, 37 min`. */
function leftText(left: number, locale: string): string {
  const hours = Math.floor(left / HOUR_MS)
  const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS)
  const unit = (value: number, name: 'hour' | 'minute') =>
    numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
  return hours > 0 ? `${unit(hours, 'hour')} ${unit(minutes, 'minute')}` : unit(minutes, 'minute')
}
