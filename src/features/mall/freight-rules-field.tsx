// The rules of a freight template in a form: for which regions, and what the first weight and each further step cost there.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Input, Switch } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type FreightRule, freightRule, prefixOf } from '../../domain/mall/freight.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { type RegionChoice, RegionSelector } from '../../ui/region-selector.tsx'
import { codeOf, useRegions } from './region-names.ts'
import { WholeInput } from './whole-input.tsx'
import { YuanInput } from './yuan-input.tsx'

/** As it stands while somebody types: numbers may be missing. */
type Draft = Partial<FreightRule> & Pick<FreightRule, 'regions' | 'served'>

const drafts = z.array(
  z.extend(z.partial(freightRule), { regions: z.array(z.string()), served: z.boolean() }),
)

export const firstRule: FreightRule = {
  ...{ regions: [], served: true, firstGrams: 1000, firstFen: 800, stepGrams: 1000, stepFen: 200 },
  freeFromFen: null,
}

export function FreightRulesField({ control }: { control: FieldControl }) {
  const { value, onChange, label, error, disabled } = control
  const { t } = useLingui()
  const read = drafts.safeParse(value)
  const rules: readonly Draft[] = read.success ? read.data : []
  const change = (index: number, changes: Partial<Draft>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...changes } : rule)))
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" withAsterisk>
      <Stack gap={3}>
        {rules.map((rule, index) => (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has nothing else to be known by
            key={index}
            rule={rule}
            number={index + 1}
            taken={rules.flatMap(({ regions }) => regions)}
            disabled={disabled}
            onChange={changes => change(index, changes)}
            {...(rules.length > 1 && { onRemove: () => onChange(rules.filter((_, at) => at !== index)) })}
          />
        ))}
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<Icon name="plus" />}
          onClick={() => onChange([...rules, firstRule])}
        >{t`Add rule`}</Button>
      </Stack>
    </Input.Wrapper>
  )
}

interface RuleCardProps {
  rule: Draft
  number: number
  taken: readonly string[]
  disabled: boolean
  onChange: (changes: Partial<Draft>) => void
  onRemove?: () => void
}

function RuleCard({ rule, number, taken, disabled, onChange, onRemove }: RuleCardProps) {
  const { t } = useLingui()
  return (
    <Box as="fieldset" stack gap={3} pad={3} edge="line" round="card" aria-label={t`Rule ${number}`}>
      <Regions rule={rule} taken={taken} disabled={disabled} onChange={onChange} />
      <Switch
        label={t`Delivered there`}
        checked={rule.served}
        disabled={disabled}
        onChange={event => onChange({ served: event.currentTarget.checked })}
      />
      {rule.served && (
        <Stack gap={2} tiles="small">
          <WholeInput
            label={t`First weight (g)`}
            value={rule.firstGrams}
            disabled={disabled}
            onChange={firstGrams => onChange({ firstGrams })}
          />
          <YuanInput
            label={t`First price`}
            value={rule.firstFen}
            disabled={disabled}
            onChange={firstFen => onChange({ firstFen })}
          />
          <WholeInput
            label={t`Each further (g)`}
            value={rule.stepGrams}
            disabled={disabled}
            onChange={stepGrams => onChange({ stepGrams })}
          />
          <YuanInput
            label={t`Price of each`}
            value={rule.stepFen}
            disabled={disabled}
            onChange={stepFen => onChange({ stepFen })}
          />
          <YuanInput
            label={t`Free from goods worth`}
            placeholder={t`Never free`}
            value={rule.freeFromFen ?? undefined}
            disabled={disabled}
            onChange={freeFromFen => onChange({ freeFromFen: freeFromFen ?? null })}
          />
        </Stack>
      )}
      {onRemove && (
        <Row justify="end">
          <Button variant="subtle" color="critical" disabled={disabled} onClick={onRemove}>
            {t`Remove rule ${number}`}
          </Button>
        </Row>
      )}
    </Box>
  )
}

function Regions({
  rule,
  taken,
  disabled,
  onChange,
}: Pick<RuleCardProps, 'rule' | 'taken' | 'disabled' | 'onChange'>) {
  const { t } = useLingui()
  const { provinces, loading, nameOf } = useRegions()
  const [choice, setChoice] = useState<RegionChoice>({})
  const code = codeOf(choice)
  const prefix = code && prefixOf(code)
  return (
    <Stack gap={2}>
      {rule.regions.length === 0 ? (
        <Text strong>
          <Trans>Everywhere that no other rule names</Trans>
        </Text>
      ) : (
        <Row wrap gap={1}>
          {rule.regions.map(each => {
            const name = nameOf(each)
            return (
              <Button
                key={each}
                variant="light"
                size="compact-sm"
                disabled={disabled}
                rightSection={<Icon name="close" size={14} />}
                aria-label={t`Remove ${name}`}
                onClick={() => onChange({ regions: rule.regions.filter(other => other !== each) })}
              >
                {name}
              </Button>
            )
          })}
        </Row>
      )}
      <RegionSelector
        provinces={provinces}
        loading={loading}
        disabled={disabled}
        label={t`Region to add`}
        value={choice}
        onChange={setChoice}
      />
      <Row wrap gap={2}>
        <Button
          variant="default"
          disabled={disabled || !prefix || taken.includes(prefix)}
          onClick={() => {
            if (prefix) onChange({ regions: [...rule.regions, prefix] })
            setChoice({})
          }}
        >{t`Add region`}</Button>
        {prefix && taken.includes(prefix) && (
          <Text size="small" tone="critical">
            <Trans>A rule names it already</Trans>
          </Text>
        )}
      </Row>
    </Stack>
  )
}
