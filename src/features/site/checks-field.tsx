// The checklist of an inspection while it is made: each line in order or not, and what is wrong with it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Input, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import type { FieldControl } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'

const lines = z.object({ checklist: z.array(z.string()) })
const made = z.array(z.object({ item: z.string(), ok: z.boolean(), note: z.optional(z.string()) }))
type Checks = z.output<typeof made>

export function ChecksField({ control }: { control: FieldControl }) {
  const { value, onChange, label, error, disabled, rows } = control
  const { t } = useLingui()
  const whole = t`In order as a whole`
  const read = z.safeParse(made, value)
  const checks: Checks | undefined = read.success ? read.data : undefined
  const known = z.safeParse(lines, rows[0])
  const items = known.success && known.data.checklist.length > 0 ? known.data.checklist : [whole]
  // All is in order until somebody says otherwise.
  useEffect(() => {
    if (checks === undefined) onChange(items.map(item => ({ item, ok: true })))
  })
  const set = (at: number, change: Partial<Checks[number]>) =>
    onChange(checks?.map((check, index) => (index === at ? { ...check, ...change } : check)))
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Stack as="ul" gap={3} list>
        {checks?.map((check, at) => (
          <Stack as="li" gap={1} key={check.item}>
            <Text as="bdi">{check.item}</Text>
            <Row role="group" aria-label={check.item} gap={2} wrap>
              <Button
                variant={check.ok ? 'filled' : 'default'}
                aria-pressed={check.ok}
                disabled={disabled}
                leftSection={<Icon name="check" />}
                onClick={() => set(at, { ok: true })}
              >
                <Trans>In order</Trans>
              </Button>
              <Button
                variant={check.ok ? 'default' : 'filled'}
                color={check.ok ? 'accent' : 'critical'}
                aria-pressed={!check.ok}
                disabled={disabled}
                leftSection={<Icon name="alert" />}
                onClick={() => set(at, { ok: false })}
              >
                <Trans>Not in order</Trans>
              </Button>
            </Row>
            {!check.ok && (
              <TextInput
                aria-label={t`What is wrong: ${check.item}`}
                placeholder={t`What is wrong`}
                maxLength={200}
                disabled={disabled}
                value={check.note ?? ''}
                onChange={event => set(at, { note: event.currentTarget.value })}
              />
            )}
          </Stack>
        ))}
      </Stack>
    </Input.Wrapper>
  )
}
