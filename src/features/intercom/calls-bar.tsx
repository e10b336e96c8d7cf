// Calls that nobody here answered, and those that wait while another screen is busy: a quiet note over the page.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Ring } from '../../domain/intercom/incoming-call-state.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { inWords, placeWords, roomOf } from './call-words.ts'
import css from './calls-bar.module.css'

export interface CallsBarProps {
  waiting: readonly Ring[]
  missed: readonly Ring[]
  onSeen: () => void
}

const SHOWN = 3

export function CallsBar({ waiting, missed, onSeen }: CallsBarProps) {
  const { t } = useLingui()
  if (waiting.length + missed.length === 0) return null
  const count = missed.length
  return (
    <Stack
      as="aside"
      gap={3}
      padX={4}
      padY={3}
      ground="raised"
      edge="strong"
      round="card"
      floating
      w="min(320px, calc(100vw - 32px))"
      insetX="auto 16px"
      insetY="auto 16px"
      z={150}
      fixed
      className={css.bar}
      aria-label={t`Calls`}
    >
      {waiting.length > 0 && (
        <Stack items="start" gap={2} role="alert">
          <Row as="p" gap={2} strong tone="attention">
            <Icon name="bell" size={16} />
            <Plural value={waiting.length} one="# more waiting" other="# more waiting" />
          </Row>
          <Rings rings={waiting} />
        </Stack>
      )}
      {count > 0 && (
        <Stack items="start" gap={2} role="status">
          <Row as="p" gap={2} strong>
            <Icon name="phone-off" size={16} />
            <Plural value={count} one="# missed call" other="# missed calls" />
          </Row>
          <Rings rings={missed.slice(-SHOWN).reverse()} />
          <Button variant="default" onClick={onSeen}>
            <Trans>Close</Trans>
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

function Rings({ rings }: { rings: readonly Ring[] }) {
  const { i18n } = useLingui()
  return (
    <List size="small" breaks>
      {rings.map(ring => {
        const room = ring.kind === 'door' ? roomOf(ring) : undefined
        return (
          <li key={ring.callId}>
            <bdi>{inWords(placeWords(ring), i18n._.bind(i18n))}</bdi>
            {room && (
              <>
                {' · '}
                <Trans>Room {room}</Trans>
              </>
            )}{' '}
            <Text tone="ink-2">
              <Age at={ring.pushTime} />
            </Text>
          </li>
        )
      })}
    </List>
  )
}
