// The slots of a rule in its form: which there are, and the six times of each.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { ordered, type Slot, slot, slotNames } from '../../domain/attendance/slots.ts'
import type { FieldControl } from '../../resource/view.ts'
import { TimeField } from '../../ui/dates/time-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { FieldGroup, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { slotWords } from './attendance-words.ts'
import { type SlotTime, slotTimes, usualSlots, withTime } from './slot-times.ts'

const timeWords: Record<SlotTime, MessageDescriptor> = {
  openFrom: msg`Opens`,
  start: msg({ context: 'slot', message: 'Start' }),
  lateUntil: msg`On time until`,
  cutOff: msg`Late until`,
  end: msg({ context: 'slot', message: 'End' }),
  closeUntil: msg`Closes`,
}

const slots = z.array(slot)

export function SlotsField({ control }: { control: FieldControl }) {
  const { i18n, t } = useLingui()
  const read = z.safeParse(slots, control.value)
  const present = read.success ? ordered(read.data) : []
  const missing = slotNames.filter(name => !present.some(each => each.name === name))
  const put = (next: readonly Slot[]) => control.onChange(ordered(next))
  return (
    <Stack gap={3}>
      <Text as="h3" size="small" strong>
        {control.label}
      </Text>
      {present.map(each => (
        <FieldGroup key={each.name} card pad={3}>
          <Row as="legend" justify="between" gap={2} wide>
            <Text strong>{i18n._(slotWords[each.name])}</Text>
            <IconButton
              icon="trash"
              label={t`Remove the slot`}
              disabled={control.disabled}
              onClick={() => put(present.filter(other => other !== each))}
            />
          </Row>
          <Stack gap={3} cols="repeat(auto-fill, minmax(130px, 1fr))">
            {slotTimes.map(time => (
              <TimeField
                key={time}
                label={i18n._(timeWords[time])}
                value={each[time] % 1440}
                disabled={control.disabled}
                description={each[time] >= 1440 ? t`next day` : undefined}
                onChange={minute => {
                  if (minute !== undefined)
                    put(present.map(other => (other === each ? withTime(each, time, minute) : other)))
                }}
              />
            ))}
          </Stack>
        </FieldGroup>
      ))}
      {control.error && (
        <Text as="p" tone="critical" size="small" role="alert">
          {control.error}
        </Text>
      )}
      {missing.length > 0 && (
        <Row wrap gap={2}>
          {missing.map(name => (
            <Button
              key={name}
              variant="default"
              size="compact-sm"
              disabled={control.disabled}
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => put([...present, usualSlots[name]])}
            >
              {i18n._(slotWords[name])}
            </Button>
          ))}
        </Row>
      )}
      <Text as="p" size="caption" tone="ink-3">
        <Trans>A time that is half a day earlier than the one before it is in the following night.</Trans>
      </Text>
    </Stack>
  )
}
