// The panel of a freight template: its rules, and what a parcel would cost.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { RowOf } from '../../domain/entity.ts'
import { type FreightRule, freightOf } from '../../domain/mall/freight.ts'
import type { freightTemplate } from '../../domain/mall/freight-template.ts'
import { Money } from '../../resource/money.tsx'
import { Box, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { type RegionChoice, RegionSelector } from '../../ui/region-selector.tsx'
import { codeOf, useRegions } from './region-names.ts'
import { WholeInput } from './whole-input.tsx'
import { YuanInput } from './yuan-input.tsx'

type Template = RowOf<typeof freightTemplate>

export function FreightPeek({ template }: { template: Template }) {
  const { versionNumber } = template
  const since = formatMoment(template.versionAt)
  return (
    <>
      <PeekSection title={<Trans>Try out</Trans>}>
        <Calculator template={template} />
      </PeekSection>
      <PeekSection title={<Trans>Rules</Trans>}>
        <List stack>
          {template.rules.map(rule => (
            <Box as="li" key={rule.regions.join()} stack gap={1} padY={2} edgeBelow lastBare>
              <RuleText rule={rule} />
            </Box>
          ))}
        </List>
        <Text size="caption" tone="ink-3">
          <Trans>
            Version {versionNumber} since {since}. Orders keep the version they were charged by.
          </Trans>
        </Text>
      </PeekSection>
    </>
  )
}

function RuleText({ rule }: { rule: FreightRule }) {
  const { t } = useLingui()
  const { nameOf } = useRegions()
  const gram = numberFormat(useIntlLocale(), { style: 'unit', unit: 'gram' })
  const [first, step] = [gram.format(rule.firstGrams), gram.format(rule.stepGrams)]
  const [firstPrice, stepPrice] = [
    <Money key="1" fen={rule.firstFen} />,
    <Money key="2" fen={rule.stepFen} />,
  ]
  return (
    <>
      <Text strong>
        {rule.regions.length === 0 ? t`Everywhere else` : rule.regions.map(nameOf).join(', ')}
      </Text>
      {rule.served ? (
        <Text size="small" tone="ink-2">
          <Trans>
            {firstPrice} up to {first}, then {stepPrice} for each {step}
          </Trans>
          {rule.freeFromFen !== null && (
            <>
              {' · '}
              <FreeFrom fen={rule.freeFromFen} />
            </>
          )}
        </Text>
      ) : (
        <Text size="small" tone="critical">
          <Trans>Not delivered there</Trans>
        </Text>
      )}
    </>
  )
}

function FreeFrom({ fen }: { fen: number }) {
  const amount = <Money fen={fen} />
  return <Trans>free from {amount}</Trans>
}

function Calculator({ template }: { template: Template }) {
  const { t } = useLingui()
  const { provinces, loading } = useRegions()
  const [choice, setChoice] = useState<RegionChoice>({})
  const [grams, setGrams] = useState<number | undefined>(1000)
  const [fen, setFen] = useState<number | undefined>(10_000)
  const code = codeOf(choice)
  const terms = { templateId: template.id, versionId: template.versionNumber, rules: template.rules }
  const freight = code && freightOf([{ terms, grams: grams ?? 0, fen: fen ?? 0 }], code)
  return (
    <Stack gap={3}>
      <RegionSelector
        provinces={provinces}
        loading={loading}
        label={t`Delivered to`}
        value={choice}
        onChange={setChoice}
      />
      <Stack gap={2} tiles="small">
        <WholeInput label={t`Weight (g)`} value={grams} onChange={setGrams} />
        <YuanInput label={t`Goods worth`} value={fen} onChange={setFen} />
      </Stack>
      <Row gap={2} role="status">
        {!freight ? (
          <Text tone="ink-2">
            <Trans>Choose where it goes</Trans>
          </Text>
        ) : freight.served ? (
          <Text size="section" strong>
            <Money fen={freight.fen} />
          </Text>
        ) : (
          <Text strong tone="critical">
            <Trans>Not delivered there</Trans>
          </Text>
        )}
      </Row>
    </Stack>
  )
}
