// Heads at the point where the phone stands, against the names that were said there; and somebody who is on no list.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { MOST_HEADS, type PointCount } from '../../domain/muster/head-count.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { clockAt } from './clock-text.ts'

interface HeadsCountProps {
  count: PointCount
  /** The last count has not reached the server. */
  waits: boolean
  onAdd: () => void
  onCount: (heads: number) => void
}

export function HeadsCount({ count, waits, onAdd, onCount }: HeadsCountProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<number>()
  const heads = typed ?? count.counted?.heads ?? count.names
  const step = (by: 1 | -1) => setTyped(Math.min(MOST_HEADS, Math.max(0, heads + by)))
  return (
    <Stack gap={2} padX={4} padY={3} edgeAbove as="section" aria-label={t`Heads at this point`}>
      <Row justify="between" gap={3} wrap>
        <Stack gap={0} shrink grow>
          <Text strong>
            <Trans>Heads at this point</Trans>
          </Text>
          <Difference heads={heads} names={count.names} />
          {count.counted && (
            <Row gap={1} size="caption" tone="ink-3">
              <Trans>
                {count.counted.heads} counted by <bdi>{count.counted.by}</bdi> {clockAt(count.counted.at)}
              </Trans>
              {waits && (
                <Row gap={1} tone="info">
                  <Icon name="cloud-up" size={14} />
                  <Trans>waiting to be sent</Trans>
                </Row>
              )}
            </Row>
          )}
        </Stack>
        <Row gap={3} rigid>
          <IconButton
            icon="minus"
            label={t`One head fewer`}
            bordered
            disabled={heads === 0}
            onClick={() => step(-1)}
          />
          <Text size="large" strong role="status" aria-label={t`Heads: ${heads}`}>
            {heads}
          </Text>
          <IconButton icon="plus" label={t`One head more`} bordered onClick={() => step(1)} />
        </Row>
      </Row>
      <Stack even gap={2}>
        <Button variant="default" size="md" leftSection={<Icon name="plus" size={16} />} onClick={onAdd}>
          <Trans>Somebody not on the list</Trans>
        </Button>
        <Button
          size="md"
          leftSection={<Icon name="cloud-up" size={16} />}
          onClick={() => {
            onCount(heads)
            setTyped(undefined)
          }}
        >
          <Trans>Report {heads} heads</Trans>
        </Button>
      </Stack>
    </Stack>
  )
}

/** More heads than names: somebody is on no list. Fewer: somebody was named who is not there. */
export function Difference({ heads, names }: { heads: number; names: number }) {
  if (heads === names)
    return (
      <Text size="caption" tone="ok" strong>
        <Trans>As many as names: {names}</Trans>
      </Text>
    )
  const by = Math.abs(heads - names)
  return (
    <Text size="caption" tone="warning" strong>
      {heads > names ? (
        <Trans>
          {by} more than the {names} named: somebody is not on the list
        </Trans>
      ) : (
        <Trans>
          {by} fewer than the {names} named: somebody is not here
        </Trans>
      )}
    </Text>
  )
}
