// The newest figures of a device, each with its age and whether it is inside its limits; states beside them.

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ReadingKind, readings } from '../../../domain/device/readings.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { Age } from '../../../ui/age.tsx'
import { Battery } from '../../../ui/battery.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { type BadgeTone, SeverityBadge } from '../../../ui/severity-badge.tsx'
import { SignalBars } from '../../../ui/signal-bars.tsx'
import type { Device } from '../device-badges.tsx'
import { readingWords } from '../device-words.ts'
import { stateLooks, stateTile } from '../state-looks.tsx'
import {
  decimalsFor,
  everyFor,
  isOld,
  judged,
  limitsFor,
  type ProductReading,
  type Settings,
} from './reading-facts.ts'
import css from './readings.module.css'
import type { ReadingVariant } from './variants.ts'

export interface FactsProps {
  device: Device
  settings: Settings | undefined
  models: readonly ProductReading[]
}

interface FiguresProps extends FactsProps {
  variant: ReadingVariant
  kinds: readonly ReadingKind[]
  latest: readonly { kind: ReadingKind; value: number; at: number }[] | undefined
}

export function ReadingFigures({ device, settings, models, variant, kinds, latest }: FiguresProps) {
  return (
    <Stack gap={2} tiles="small" evenOnPhone>
      {kinds.map(kind => (
        <Figure
          key={kind}
          device={device}
          kind={kind}
          newest={latest?.find(each => each.kind === kind)}
          settings={settings}
          model={models.find(each => each.kind === kind)}
        />
      ))}
      {variant.states?.map(state => (
        <StateTile key={state} state={state} device={device} />
      ))}
    </Stack>
  )
}

interface FigureProps {
  device: Device
  kind: ReadingKind
  newest: { value: number; at: number } | undefined
  settings: Settings | undefined
  model: ProductReading | undefined
}

function Figure({ device, kind, newest, settings, model }: FigureProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const words = { inside: t`inside the limits`, above: t`above the limit`, below: t`below the limit` }
  const limits = limitsFor(kind, settings, model)
  const limited = limits.lower !== undefined || limits.upper !== undefined
  const verdict = newest && limited ? judged(newest.value, limits) : undefined
  const old = newest && isOld(newest.at, serverNow(), everyFor(kind, settings, model))
  const number = numberFormat(locale, { maximumFractionDigits: decimalsFor(kind, model) })
  return (
    <section
      className={look(
        { stack: true, content: 'start', gap: 1, shrink: true, pad: 3, round: 'card' },
        css.figure,
        verdict && verdict !== 'inside' ? css.broken : undefined,
      )}
    >
      <Text as="h2" size="caption" plain tone="ink-2" className={css.figureName}>
        {i18n._(readingWords[kind])}
      </Text>
      <Text as="p" size="big" strong className={css.figureValue}>
        {kind === 'battery' && newest ? (
          <Battery percent={newest.value} />
        ) : kind === 'signal' ? (
          <SignalBars
            strength={newest?.value}
            online={device.state === 'online'}
            network={device.network === 'nb' ? 'NB' : '4G'}
          />
        ) : (
          <>
            <bdi>{newest ? number.format(newest.value) : '—'}</bdi>{' '}
            <Text as="bdi" size="caption" plain tone="ink-3" className={css.unit}>
              {readings[kind].unit}
            </Text>
          </>
        )}
      </Text>
      <Row as="p" wrap gap={1} columnGap={2} size="caption" tone="ink-3" className={css.figureAge}>
        {verdict && (
          <SeverityBadge
            tone={verdict === 'inside' ? 'ok' : 'critical'}
            {...(verdict !== 'inside' && { icon: 'alert' })}
          >
            {words[verdict]}
          </SeverityBadge>
        )}
        <span className={old ? look({ tone: 'attention' }) : undefined}>
          {newest ? <Age at={newest.at} /> : t`not measured yet`}
        </span>
      </Row>
    </section>
  )
}

type State = NonNullable<ReadingVariant['states']>[number]

function StateTile({ state, device }: { state: State; device: Device }) {
  const { i18n, t } = useLingui()
  const tile = (name: string, tone: BadgeTone, words: ReactNode) => (
    <Stack as="section" content="start" gap={1} shrink pad={3} round="card" className={css.figure}>
      <Text as="h2" size="caption" plain tone="ink-2" className={css.figureName}>
        {name}
      </Text>
      <Text as="p" padY={1}>
        <SeverityBadge tone={tone}>{words}</SeverityBadge>
      </Text>
    </Stack>
  )
  if (state === 'mainsPower') {
    if (device.mainsPower === null) return null
    return device.mainsPower
      ? tile(t`Mains power`, 'ok', t`Present`)
      : tile(t`Mains power`, 'critical', t`No mains power`)
  }
  if (state === 'transparent')
    return device.transparent
      ? tile(t`Transparent transmission`, 'ok', t`On`)
      : tile(t`Transparent transmission`, 'off', t`Off`)
  const look = stateTile(state, device[state])
  return look ? tile(i18n._(stateLooks[state].label), look.tone, i18n._(look.label)) : null
}
