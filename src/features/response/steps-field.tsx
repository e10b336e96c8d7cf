// The steps of a card in its form: their words, who they are for, until when, and their order by button or key.
import { Trans, useLingui } from '@lingui/react/macro'
import { NumberInput, Select, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  type CardStep,
  LONGEST_STEP_SECONDS,
  MOST_STEPS,
  stepRole,
} from '../../domain/response/response-card.ts'
import { newKey } from '../../platform/http.ts'
import { EntriesField } from '../../resource/entries-field.tsx'
import { roleWords } from '../../resource/response-words.ts'
import type { FieldControl } from '../../resource/view.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'

/** As somebody types them: a text may still be empty, a time still be missing. */
const typedSteps = z.array(z.object({ key: z.string(), text: z.string(), who: stepRole, within: z.number() }))

/** A step to be filled in, due a minute after the one before it. */
export const emptyStep = (last?: CardStep): CardStep => ({
  key: newKey(),
  text: '',
  who: 'taker',
  within: Math.min((last?.within ?? 0) + 60, LONGEST_STEP_SECONDS),
})

export function StepsField({ control }: { control: FieldControl }) {
  const read = z.safeParse(typedSteps, control.value)
  const steps = read.success ? read.data : []
  const list = useRef<HTMLOListElement>(null)
  /** Which step was moved: it keeps the focus in its new place. */
  const [moved, setMoved] = useState<{ key: string }>()
  useEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-step="${moved.key}"] textarea`)?.focus()
  }, [moved])
  const put = (key: string, change: Partial<CardStep>) =>
    control.onChange(steps.map(step => (step.key === key ? { ...step, ...change } : step)))
  const move = (from: number, by: 1 | -1) => {
    const [step, to] = [steps[from], from + by]
    if (!step || to < 0 || to >= steps.length) return
    control.onChange(steps.toSpliced(from, 1).toSpliced(to, 0, step))
    setMoved({ key: step.key })
  }
  return (
    <EntriesField
      control={control}
      hint={<Trans>Alt with an arrow up or down moves the step that you write in.</Trans>}
      add={<Trans>Add step</Trans>}
      full={steps.length >= MOST_STEPS}
      onAdd={() => control.onChange([...steps, emptyStep(steps.at(-1))])}
    >
      <List as="ol" ref={list} stack gap={2}>
        {steps.map((step, at) => (
          <StepFields
            key={step.key}
            step={step}
            place={at + 1}
            last={at === steps.length - 1}
            disabled={control.disabled}
            onChange={change => put(step.key, change)}
            onMove={by => move(at, by)}
            onRemove={() => control.onChange(steps.toSpliced(at, 1))}
          />
        ))}
      </List>
    </EntriesField>
  )
}

interface StepFieldsProps {
  step: CardStep
  place: number
  last: boolean
  disabled: boolean
  onChange: (change: Partial<CardStep>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function StepFields({ step, place, last, disabled, onChange, onMove, onRemove }: StepFieldsProps) {
  const { i18n, t } = useLingui()
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    onMove(by)
  }
  return (
    <Stack as="li" gap={2} pad={3} edge="line" round="card" data-step={step.key}>
      <Row justify="between" gap={2}>
        <Text size="small" strong>
          <Trans>Step {place}</Trans>
        </Text>
        <Row gap="half">
          <IconButton
            icon="up"
            label={t`Move step ${place} up`}
            disabled={disabled || place === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon="down"
            label={t`Move step ${place} down`}
            disabled={disabled || last}
            onClick={() => onMove(1)}
          />
          <IconButton icon="trash" label={t`Delete step ${place}`} disabled={disabled} onClick={onRemove} />
        </Row>
      </Row>
      <Textarea
        label={t`What to do`}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={200}
        withAsterisk
        disabled={disabled}
        value={step.text}
        onChange={event => onChange({ text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <Row even gap={2} align="end">
        <Select
          label={t`Who`}
          allowDeselect={false}
          disabled={disabled}
          data={stepRole.options.map(value => ({ value, label: i18n._(roleWords[value]) }))}
          value={step.who}
          onChange={chosen => {
            const who = stepRole.safeParse(chosen)
            if (who.success) onChange({ who: who.data })
          }}
        />
        <NumberInput
          label={t`Seconds from the alarm`}
          min={5}
          max={LONGEST_STEP_SECONDS}
          allowDecimal={false}
          disabled={disabled}
          value={step.within}
          onChange={value => onChange({ within: Number(value) })}
        />
      </Row>
    </Stack>
  )
}
