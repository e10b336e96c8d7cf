// One shift: who, where, from when until when, and what can be done with it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useActions } from '../../resource/actions.tsx'
import { useOnline, useRights, useSession } from '../../resource/surroundings.ts'
import { timeOfAges } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { dutyShiftView } from './duty-shift.view.tsx'
import type { Shift } from './roster-query.ts'
import { spanText } from './time-words.ts'

interface ShiftDialogProps {
  shift: Shift
  onClose: () => void
  onSwap: () => void
}

export function ShiftDialog({ shift, onClose, onSwap }: ShiftDialogProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const online = useOnline()
  const own = useSession()?.user.id
  const { actionsFor } = useActions()
  const over = shift.endsAt <= timeOfAges()
  const mine = shift.accountId !== null && shift.accountId === own
  const swaps =
    shift.state === 'published' && !over && may('dutySwap.save') && (mine || may('dutyShift.save'))
  const handover = dutyShiftView.words.handover?.[shift.handover]
  return (
    <Modal
      opened
      onClose={onClose}
      title={shift.workerName ?? ''}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap={3}>
        <Stack gap="half">
          <Text as="bdi" strong>
            {shift.postName}
          </Text>
          <bdi>{spanText(shift.startsAt, shift.endsAt, locale)}</bdi>
          {shift.state === 'draft' && (
            <Muted>
              <Trans>A draft: nobody is told of it, and alarms do not find it.</Trans>
            </Muted>
          )}
          {handover && shift.state === 'published' && <Muted>{i18n._(handover.label)}</Muted>}
          {shift.note && <bdi>{shift.note}</bdi>}
        </Stack>
        {shift.workerPhone && (
          <a
            className={look({ inline: true, gap: 2, tone: 'accent', touchable: true })}
            href={`tel:${shift.workerPhone}`}
          >
            <Icon name="phone" />
            <bdi dir="ltr">{shift.workerPhone}</bdi>
          </a>
        )}
        <Row wrap gap={2}>
          {swaps && (
            <Button disabled={!online} leftSection={<Icon name="refresh" />} onClick={onSwap}>
              <Trans>Ask for a swap</Trans>
            </Button>
          )}
          {actionsFor([shift]).map(action => (
            <Button
              key={action.id}
              variant="default"
              disabled={action.blocked !== undefined}
              title={action.blocked}
              onClick={action.run}
            >
              {action.label}
            </Button>
          ))}
        </Row>
      </Stack>
    </Modal>
  )
}
