// What goes into a parcel: all that is still to be sent, unless fewer pieces are typed.
import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { pieces } from '../../domain/mall/mall-order.ts'
import type { FieldControl } from '../../resource/view.ts'
import { FieldGroup, Stack, Text } from '../../ui/kit/parts.tsx'
import { openedOrderOptions } from './order-query.ts'

const chosen = z.array(pieces)

export function ParcelField({ control }: { control: FieldControl }) {
  const [row] = control.rows
  const { data } = useQuery({
    ...openedOrderOptions(row?.id ?? 0, row?.version ?? 0),
    enabled: row !== undefined,
  })
  const lines = data?.lines.filter(line => line.sendable > 0) ?? []
  const parsed = chosen.safeParse(control.value)
  const quantityOf = (line: { id: number; sendable: number }) =>
    parsed.success ? (parsed.data.find(({ lineId }) => lineId === line.id)?.quantity ?? 0) : line.sendable
  const change = (lineId: number, quantity: number) =>
    control.onChange(
      lines
        .map(line => ({ lineId: line.id, quantity: line.id === lineId ? quantity : quantityOf(line) }))
        .filter(line => line.quantity > 0),
    )
  return (
    <FieldGroup disabled={control.disabled}>
      <Text as="legend" strong>
        {control.label}
      </Text>
      <Stack gap={2}>
        {lines.map(line => (
          <NumberInput
            key={line.id}
            label={<bdi>{[line.name, line.optionText].filter(Boolean).join(' · ')}</bdi>}
            min={0}
            max={line.sendable}
            allowDecimal={false}
            value={quantityOf(line)}
            onChange={value => change(line.id, Number(value) || 0)}
          />
        ))}
        {control.error && (
          <Text tone="critical" size="small" role="alert">
            {control.error}
          </Text>
        )}
      </Stack>
    </FieldGroup>
  )
}
