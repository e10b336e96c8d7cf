// Gets the places of alarms that an answer left out, and says when they do not come.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Text } from '../../../ui/kit/parts.tsx'
import type { HeatCut } from './use-heat.ts'

export function CountAll({ cut }: { cut: HeatCut }) {
  return (
    <span>
      <Button variant="subtle" size="compact-sm" loading={cut.busy} onClick={cut.countAll}>
        <Trans>Count all</Trans>
      </Button>
      {cut.failed && (
        <Text size="small" tone="ink-2" role="alert">
          {' '}
          <Trans>The other places could not be counted.</Trans>
        </Text>
      )}
    </span>
  )
}
