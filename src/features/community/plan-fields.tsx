// The numbers that rooms are made from.
import { useLingui } from '@lingui/react/macro'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { roomKind } from '../../domain/community/room.ts'
import { FieldGroup, Row, Stack } from '../../ui/kit/parts.tsx'
import { roomKindWords } from './room-words.ts'
import type { TypedPlan } from './typed-plan.ts'

interface PlanFieldsProps {
  typed: TypedPlan
  problems: ReadonlySet<string>
  onChange: (changes: Partial<TypedPlan>) => void
}

type NumberField = 'firstBuilding' | 'lastBuilding' | 'units' | 'fromFloor' | 'toFloor' | 'perFloor'

export function PlanFields({ typed, problems, onChange }: PlanFieldsProps) {
  const { i18n, t } = useLingui()
  const wrong = (field: string, text: string) => (problems.has(field) ? text : undefined)
  const number = (field: NumberField, label: string, limits: { min: number; max: number }) => (
    <NumberInput
      label={label}
      value={typed[field]}
      onChange={value => onChange({ [field]: value })}
      allowDecimal={false}
      clampBehavior="none"
      error={wrong(field, t`From ${limits.min} to ${limits.max}`)}
      {...limits}
    />
  )
  return (
    <FieldGroup>
      <Stack gap={3}>
        <Row gap={3} align="start" wrap>
          {number('firstBuilding', t`Buildings from`, { min: 1, max: 999 })}
          {number('lastBuilding', t`Buildings to`, { min: 1, max: 999 })}
          {number('units', t`Units of each`, { min: 1, max: 20 })}
        </Row>
        <Row gap={3} align="start" wrap>
          {number('fromFloor', t`Floors from`, { min: -9, max: 200 })}
          {number('toFloor', t`Floors to`, { min: 1, max: 200 })}
          {number('perFloor', t`Rooms of each floor`, { min: 0, max: 60 })}
        </Row>
        <TextInput
          label={t`Floors that do not exist`}
          description={t`With commas between them: 4, 13, 14`}
          value={typed.skipped}
          error={wrong('skipped', t`Write floors with commas between them`)}
          onChange={event => onChange({ skipped: event.currentTarget.value })}
        />
        <TextInput
          label={t`Floors with another number of rooms`}
          description={t`The floor, then how many: 1=2, 2-3=6`}
          value={typed.others}
          error={wrong('others', t`Write the floor, an equals sign and how many rooms it has`)}
          onChange={event => onChange({ others: event.currentTarget.value })}
        />
        <Row gap={3} align="start" wrap>
          <TextInput
            label={t`Before the floors of the basement`}
            value={typed.basementPrefix}
            maxLength={4}
            onChange={event => onChange({ basementPrefix: event.currentTarget.value })}
          />
          <Select
            label={t`Kind`}
            allowDeselect={false}
            data={roomKind.options.map(value => ({ value, label: i18n._(roomKindWords[value]) }))}
            value={typed.kind}
            onChange={value => {
              const kind = roomKind.safeParse(value)
              if (kind.success) onChange({ kind: kind.data })
            }}
          />
        </Row>
      </Stack>
    </FieldGroup>
  )
}
