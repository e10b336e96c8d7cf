// The gathering points in the form that starts a roll call: what they are called, who counts there, and who comes to them.
import { Trans, useLingui } from '@lingui/react/macro'
import { MultiSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type GatheringPoint, MOST_GATHERING_POINTS } from '../../domain/muster/muster.ts'
import { newKey } from '../../platform/http.ts'
import { EntriesField } from '../../resource/entries-field.tsx'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import type { FieldControl } from '../../resource/view.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { wardensOptions } from './roll-query.ts'

/** As somebody types them: a name may still be empty. */
const typedPoints = z.array(
  z.object({
    key: z.string(),
    name: z.string(),
    wardenIds: z.array(z.number()),
    departmentIds: z.array(z.number()),
  }),
)

export const emptyPoint = (): GatheringPoint => ({
  key: newKey(),
  name: '',
  wardenIds: [],
  departmentIds: [],
})

export function PointsField({ control }: { control: FieldControl }) {
  const read = z.safeParse(typedPoints, control.value)
  const points = read.success ? read.data : []
  const put = (key: string, change: Partial<GatheringPoint>) =>
    control.onChange(points.map(point => (point.key === key ? { ...point, ...change } : point)))
  return (
    <EntriesField
      control={control}
      add={<Trans>Add a gathering point</Trans>}
      full={points.length >= MOST_GATHERING_POINTS}
      onAdd={() => control.onChange([...points, emptyPoint()])}
    >
      <List stack gap={2}>
        {points.map((point, at) => (
          <PointFields
            key={point.key}
            point={point}
            place={at + 1}
            disabled={control.disabled}
            onChange={change => put(point.key, change)}
            onRemove={points.length > 1 ? () => control.onChange(points.toSpliced(at, 1)) : undefined}
          />
        ))}
      </List>
    </EntriesField>
  )
}

interface PointFieldsProps {
  point: GatheringPoint
  place: number
  disabled: boolean
  onChange: (change: Partial<GatheringPoint>) => void
  onRemove: (() => void) | undefined
}

const idsOf = (value: unknown): number[] => {
  const read = z.safeParse(z.array(z.number()), value)
  return read.success ? read.data : []
}

function PointFields({ point, place, disabled, onChange, onRemove }: PointFieldsProps) {
  const { t } = useLingui()
  const query = useQuery(wardensOptions)
  const wardens = (query.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Stack as="li" gap={2} pad={3} edge="line" round="card" data-point={place}>
      <Row justify="between" gap={2}>
        <Text size="small" strong>
          <Trans>Gathering point {place}</Trans>
        </Text>
        {onRemove && (
          <IconButton
            icon="trash"
            label={t`Delete gathering point ${place}`}
            disabled={disabled}
            onClick={onRemove}
          />
        )}
      </Row>
      <TextInput
        label={t`Where people gather`}
        maxLength={60}
        withAsterisk
        disabled={disabled}
        value={point.name}
        onChange={event => onChange({ name: event.currentTarget.value })}
      />
      <MultiSelect
        label={t`Wardens`}
        searchable
        disabled={disabled}
        data={wardens}
        value={point.wardenIds.map(String)}
        onChange={chosen => onChange({ wardenIds: chosen.map(Number) })}
      />
      <ReferenceSelect
        label={t`Departments that come here`}
        name={`departments-${point.key}`}
        entityKey="department"
        many
        disabled={disabled}
        description={t`Empty: everybody who comes to no other point`}
        value={point.departmentIds}
        onChange={value => onChange({ departmentIds: idsOf(value) })}
      />
    </Stack>
  )
}
