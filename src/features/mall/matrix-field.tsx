// The SKUs of an article as a table: price, weight, stock and code of each combination, filled down where they are the same.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Input, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import {
  combinationCount,
  combinationText,
  differenceOf,
  keyOf,
  MOST_SKUS,
} from '../../domain/mall/sku-matrix.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { useScreen } from '../../ui/pointer.ts'
import { optionsIn } from './options-field.tsx'
import { WholeInput } from './whole-input.tsx'
import { YuanInput } from './yuan-input.tsx'

// While somebody types, figures may be missing.
const line = z.object({
  valueIds: z.array(z.int()),
  code: z.optional(z.string()),
  price: z.optional(z.int()),
  weightGrams: z.optional(z.int()),
  onHand: z.optional(z.int()),
  seenOnHand: z.optional(z.int()),
  reserved: z.optional(z.int()),
})
export type Line = z.output<typeof line>

const linesIn = (value: unknown): Line[] => {
  const read = z.array(line).safeParse(value)
  return read.success ? read.data : []
}

const sameKeys = (one: readonly Line[], other: readonly Line[]) =>
  one.length === other.length &&
  one.every((each, at) => other[at] !== undefined && keyOf(each) === keyOf(other[at]))

const figures = ['price', 'weightGrams', 'onHand'] as const
type Figure = (typeof figures)[number]

export function MatrixField({ control }: { control: FieldControl }) {
  const { value, onChange, label, error, disabled, values } = control
  const { t } = useLingui()
  const options = optionsIn(values.options)
  const lines = linesIn(value)
  const tooMany = combinationCount(options) > MOST_SKUS
  // What was typed for a combination comes back with it.
  const typed = useRef(new Map<string, Line>())
  for (const each of lines) typed.current.set(keyOf(each), each)
  const wanted: Line[] = tooMany
    ? lines
    : differenceOf(options, [...typed.current.values()]).rows.map(
        ({ valueIds, row }) => row ?? blank(valueIds, lines[0]),
      )
  // A form that nobody has touched has nothing to keep.
  const untouched = lines.length === 0 && options.length === 0
  const stale = !untouched && !sameKeys(lines, wanted)
  useEffect(() => {
    if (stale) onChange(wanted)
  })
  const change = (key: string, changes: Partial<Line>) =>
    onChange(wanted.map(each => (keyOf(each) === key ? { ...each, ...changes } : each)))
  const fill = (figure: Figure) => {
    const first = wanted[0]?.[figure]
    if (first === undefined) return
    onChange(
      wanted.map(each =>
        figure === 'onHand' && each.seenOnHand !== undefined ? each : { ...each, [figure]: first },
      ),
    )
  }
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" withAsterisk>
      {tooMany ? (
        <Text as="p" tone="critical" role="alert">
          <Trans>The options have more than {MOST_SKUS} combinations. Take some values out.</Trans>
        </Text>
      ) : (
        <Stack gap={2}>
          {wanted.map((each, index) => (
            <SkuRow
              key={keyOf(each)}
              line={each}
              name={combinationText(options, each) || t`The article`}
              disabled={disabled}
              onChange={changes => change(keyOf(each), changes)}
              {...(index === 0 && wanted.length > 1 && { onFill: fill })}
            />
          ))}
        </Stack>
      )}
    </Input.Wrapper>
  )
}

/** A new combination costs and weighs what the first one does. */
const blank = (valueIds: number[], first: Line | undefined): Line => ({
  valueIds,
  ...(first?.price !== undefined && { price: first.price }),
  ...(first?.weightGrams !== undefined && { weightGrams: first.weightGrams }),
  onHand: 0,
})

interface SkuRowProps {
  line: Line
  name: string
  disabled: boolean
  onChange: (changes: Partial<Line>) => void
  onFill?: (figure: Figure) => void
}

function SkuRow({ line, name, disabled, onChange, onFill }: SkuRowProps) {
  const { t } = useLingui()
  const phone = useScreen() === 'phone'
  const number = numberFormat(useIntlLocale())
  const held = number.format(line.reserved ?? 0)
  const down = (figure: Figure, what: string) =>
    onFill && (
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={disabled || line[figure] === undefined}
        leftSection={<Icon name="down" size={16} />}
        onClick={() => onFill(figure)}
      >
        {what}
      </Button>
    )
  return (
    <Box as="fieldset" stack gap={2} pad={3} edge="line" round="card" aria-label={name}>
      <Text as="legend" strong>
        <bdi>{name}</bdi>
      </Text>
      <Stack gap={2} align="start" {...(phone ? { even: true } : { tiles: 'small' as const })}>
        <Stack gap={1}>
          <YuanInput
            label={t`Price`}
            aria-label={t`Price of ${name}`}
            value={line.price}
            disabled={disabled}
            error={line.price === 0 ? t`More than nothing` : undefined}
            onChange={price => onChange({ price })}
          />
          {down('price', t`Same price for all`)}
        </Stack>
        <Stack gap={1}>
          <WholeInput
            label={t`Weight (g)`}
            aria-label={t`Weight of ${name}`}
            value={line.weightGrams}
            disabled={disabled}
            onChange={weightGrams => onChange({ weightGrams })}
          />
          {down('weightGrams', t`Same weight for all`)}
        </Stack>
        <Stack gap={1}>
          <WholeInput
            label={t`In stock`}
            aria-label={t`Stock of ${name}`}
            value={line.onHand}
            disabled={disabled}
            onChange={onHand => onChange({ onHand })}
            {...((line.reserved ?? 0) > 0 && { description: t`${held} of them held by orders` })}
          />
          {down('onHand', t`Same stock for all new ones`)}
        </Stack>
        <TextInput
          label={t`SKU code`}
          aria-label={t`SKU code of ${name}`}
          dir="ltr"
          maxLength={40}
          value={line.code ?? ''}
          disabled={disabled}
          onChange={event => onChange({ code: event.currentTarget.value })}
        />
      </Stack>
    </Box>
  )
}
