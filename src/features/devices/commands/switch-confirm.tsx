// The question before switches move: which ones, where, and what it does to what hangs behind them.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { contactsAfter, type SwitchMode } from '../../../domain/device/command-input.ts'
import { device } from '../../../domain/device/device.ts'
import { pageOptions } from '../../../resource/query.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { List, Muted, Row, Text } from '../../../ui/kit/parts.tsx'
import type { Device } from '../device-badges.tsx'
import { placeOf } from '../place.ts'
import { modeWords } from './command-words.ts'
import { type SwitchVariant, variants } from './switch-words.ts'

const MOST_CHANNELS = 64

export interface SwitchAsked {
  variant: SwitchVariant
  mode: SwitchMode | undefined
  rows: readonly Device[]
}

interface SwitchConfirmProps {
  asked: SwitchAsked | undefined
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function SwitchConfirm({ asked, busy, onConfirm, onCancel }: SwitchConfirmProps) {
  const { i18n, t } = useLingui()
  const gateways = asked?.rows.filter(({ kind }) => kind === 'gateway') ?? []
  const behind = useBehind(gateways)
  if (!asked) return null
  const { variant, mode, rows } = asked
  const facts = variants[variant]
  const hit = rows.flatMap(row => (row.kind === 'gateway' ? (behind.get(row.id) ?? []) : [row]))
  // A command to the gateway does not move its locked switches.
  const stays = mode ? hit.filter(({ locked }) => locked) : []
  const moves = hit.filter(row => !stays.includes(row))
  const linkage = mode !== undefined && contactsAfter(mode) === 'same'
  return (
    <Confirm
      opened
      title={linkage ? t`Change control mode?` : i18n._(facts.question)}
      confirmLabel={linkage && mode ? i18n._(modeWords[mode]) : i18n._(facts.verb)}
      critical={facts.critical}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {mode && (
        <p>
          <strong>{i18n._(modeWords[mode])}</strong>
        </p>
      )}
      {!linkage && <p>{i18n._(facts.effect)}</p>}
      <List
        stack
        gap={2}
        padX={3}
        padY={2}
        ground="sunken"
        round="control"
        scroll="y"
        atMostTall="half"
        above={2}
        below={2}
      >
        {moves.map(row => (
          <Row as="li" wrap align="baseline" gap="half" columnGap={2} key={row.id}>
            <Text as="bdi" strong tone="ink">
              {row.name}
            </Text>
            <Muted as="bdi">{placeOf(row) || t`No place is known`}</Muted>
          </Row>
        ))}
      </List>
      {gateways.length > 0 && (
        <Muted as="p">
          <Plural value={gateways.length} one="Behind # gateway" other="Behind # gateways" />
        </Muted>
      )}
      {stays.length > 0 && (
        <Text as="p" size="small" tone="warning" breaks>
          <Trans>These are locked and stay as they are:</Trans>{' '}
          <bdi>{stays.map(({ name }) => name).join(', ')}</bdi>
        </Text>
      )}
    </Confirm>
  )
}

function useBehind(gateways: readonly Device[]): ReadonlyMap<number, readonly Device[]> {
  return useQueries({
    queries: gateways.map(({ id }) =>
      pageOptions(device, { page: 1, size: MOST_CHANNELS, sort: 'name', gatewayId: id }),
    ),
    combine: results => new Map(results.map(({ data }, at) => [gateways[at]?.id ?? 0, data?.list ?? []])),
  })
}
