// The button that punches, and what became of the punches of today: delivered, waiting, or refused with its reason.

import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { localDay, momentOn } from '../../domain/attendance/local-days.ts'
import { punch } from '../../domain/attendance/punch.ts'
import { localTime } from '../../domain/report/zone-time.ts'
import { queuedActions } from '../../platform/queue.ts'
import type { QueueRefusal } from '../../platform/queue-row.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { clockOf } from '../../ui/week.ts'
import { wordsForId } from '../error-words.ts'
import { invalidateEntity, pageOptions } from '../query.ts'
import { showFailure } from '../run-command.ts'
import { useOnline, useSession } from '../surroundings.ts'
import { tenantZone } from '../zone.ts'
import { sendPunch } from './send-punch.ts'

const MOST_SHOWN = 6

export function PunchButton() {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const queued = useSyncExternalStore(queuedActions.subscribe, queuedActions.read).filter(
    action => action.entity === punch.key,
  )
  const zone = tenantZone()
  const today = momentOn(zone, localDay(zone, serverNow()), 0)
  const own = useQuery(
    pageOptions(punch, { size: MOST_SHOWN, sort: '-at', atFrom: today, source: ['phone'] }),
  )
  const name = session?.user.name ?? ''
  const press = async () => {
    setBusy(true)
    try {
      const became = await sendPunch(name)
      showToast({
        kind: 'ok',
        message:
          became === 'delivered'
            ? msg`Punched`
            : msg`Kept on this device. It is sent when the network is back.`,
      })
      await invalidateEntity(client, punch)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const clock = (at: number) => clockOf(localTime(zone, at).minute)
  const waiting = queued.filter(({ state }) => state !== 'failed').length
  return (
    <Stack as="section" gap={3} card aria-label={t`Punch`}>
      <Button
        size="lg"
        fullWidth
        leftSection={<Icon name="pin" size={22} />}
        loading={busy}
        onClick={() => void press()}
      >
        <Trans>Punch now</Trans>
      </Button>
      {!online && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>Without a network the punch keeps its time and is sent later.</Trans>
        </Text>
      )}
      {waiting > 0 && (
        <Row gap={2} tone="attention" role="status">
          <Icon name="clock" size={16} />
          <Plural
            value={waiting}
            one="# punch waits for the network"
            other="# punches wait for the network"
          />
        </Row>
      )}
      <List stack gap={1}>
        {queued.map(({ key, at, state, refusal }) => (
          <Row as="li" key={key} justify="between" gap={2}>
            <Text strong>{clock(at)}</Text>
            <Text size="small" tone={state === 'failed' ? 'critical' : 'ink-2'}>
              {state === 'failed' ? <Reason refusal={refusal} /> : t`Waiting`}
            </Text>
          </Row>
        ))}
        {own.data?.list.slice(0, MOST_SHOWN).map(({ id, at, trust }) => (
          <Row as="li" key={id} justify="between" gap={2}>
            <Text strong>{clock(at)}</Text>
            <SeverityBadge tone={trust === 'old' ? 'warning' : 'ok'} icon="check">
              <Trans>Delivered</Trans>
            </SeverityBadge>
          </Row>
        ))}
      </List>
    </Stack>
  )
}

function Reason({ refusal }: { refusal: QueueRefusal | undefined }) {
  const { i18n, t } = useLingui()
  const words = refusal?.id === undefined ? undefined : wordsForId(refusal.id, refusal.params)
  return <>{words ? i18n._(words) : (refusal?.msg ?? t`Refused`)}</>
}
