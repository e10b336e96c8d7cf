// The chosen base station in figures: X, Y, Z, range, and what it is called.
import { useLingui } from '@lingui/react/macro'
import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { stationStatus } from '../../domain/indoor/indoor.ts'
import { NAME_LENGTH, NUMBER_LENGTH } from '../../domain/limits.ts'
import { RequestError } from '../../platform/request-error.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Stack } from '../../ui/kit/parts.tsx'
import css from './indoor.module.css'
import { stationStatusWords } from './indoor-words.ts'
import type { DraftStation } from './station-plan.ts'

interface StationFieldsProps {
  station: DraftStation
  problem: unknown
  onChange: (change: Partial<DraftStation>) => void
  onRemove: () => void
}

const FIGURES = [
  { of: 'x', min: 0, max: 10_000 },
  { of: 'y', min: 0, max: 10_000 },
  { of: 'z', min: -100, max: 1000 },
  { of: 'range', min: 0.1, max: 1000 },
] as const

export function StationFields({ station, problem, onChange, onRemove }: StationFieldsProps) {
  const { i18n, t } = useLingui()
  const labels = { x: t`X`, y: t`Y`, z: t`Z`, range: t`Range` }
  const wrong = problem === undefined ? undefined : i18n._(wordsForError(problem))
  const field = problem instanceof RequestError ? problem.field : undefined
  return (
    <Stack
      as="section"
      gap={2}
      cols="repeat(2, minmax(0, 1fr))"
      className={css.fields}
      aria-label={station.name}
    >
      <TextInput
        className={css.wide}
        label={t`Name`}
        maxLength={NAME_LENGTH}
        value={station.name}
        error={field === 'name' && wrong}
        onChange={event => onChange({ name: event.currentTarget.value })}
      />
      {FIGURES.map(({ of, min, max }) => (
        <NumberInput
          key={of}
          label={labels[of]}
          suffix=" m"
          min={min}
          max={max}
          step={0.1}
          decimalScale={2}
          value={station[of]}
          error={field === of && wrong}
          onChange={value => {
            if (typeof value === 'number' && Number.isFinite(value)) onChange({ [of]: value })
          }}
        />
      ))}
      <Select
        label={t`Status`}
        value={station.status}
        allowDeselect={false}
        data={stationStatus.options.map(status => ({
          value: status,
          label: i18n._(stationStatusWords[status].label),
        }))}
        comboboxProps={{ withinPortal: true }}
        onChange={status =>
          onChange({ status: stationStatus.options.find(each => each === status) ?? 'default' })
        }
      />
      <TextInput
        label={t`Number`}
        maxLength={NUMBER_LENGTH}
        value={station.number}
        onChange={event => onChange({ number: event.currentTarget.value })}
      />
      <div className={css.wide}>
        <ReferenceSelect
          label={t`Positioning server`}
          name="serverId"
          entityKey="uwbServer"
          value={station.serverId}
          onChange={value => onChange({ serverId: typeof value === 'number' ? value : null })}
        />
      </div>
      {wrong && (
        <p className={look({ tone: 'critical' }, css.wide)} role="alert">
          {wrong}
        </p>
      )}
      <Button className={css.wide} variant="default" leftSection={<Icon name="trash" />} onClick={onRemove}>
        {t`Remove from the plan`}
      </Button>
    </Stack>
  )
}
