// Until when a test goes on: the usual lengths by one press, any other moment by hand.

import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { LONGEST_TEST_HOURS } from '../../domain/alarm/alarm-rule.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { MomentControl } from '../../resource/date-fields.tsx'
import type { FieldControl } from '../../resource/view.ts'
import { Row } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { durationText } from './duration.ts'
import css from './test-end-field.module.css'

const lengths = [HOUR_MS / 4, HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, LONGEST_TEST_HOURS * HOUR_MS]

export function TestEndField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const start = typeof control.values.startsAt === 'number' ? control.values.startsAt : serverNow()
  const wrong = wrongEnd(start, control.value)
  return (
    <div>
      <MomentControl
        required
        control={{
          ...control,
          error:
            control.error ??
            (wrong === 'order'
              ? t`The end must be after the beginning`
              : wrong === 'long'
                ? t`A test lasts at most 72 hours`
                : undefined),
        }}
      />
      <Row wrap align="stretch" gap={2} above={2} className={css.lengths}>
        {lengths.map(length => (
          <Button
            key={length}
            variant={control.value === start + length ? 'light' : 'default'}
            size="compact-sm"
            aria-pressed={control.value === start + length}
            onClick={() => control.onChange(start + length)}
          >
            {durationText(length, locale)}
          </Button>
        ))}
      </Row>
    </div>
  )
}

function wrongEnd(start: number, end: unknown): 'order' | 'long' | undefined {
  if (typeof end !== 'number') return undefined
  if (end <= start) return 'order'
  return end - start > LONGEST_TEST_HOURS * HOUR_MS ? 'long' : undefined
}
