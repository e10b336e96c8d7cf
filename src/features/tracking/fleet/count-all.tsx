// Gets the places of alarms that an answer left out, and says when they do not come.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import css from './control-bar.module.css'
import type { HeatCut } from './use-heat.ts'

export function CountAll({ cut }: { cut: HeatCut }) {
  return (
    <span>
      <Button variant="subtle" size="compact-sm" loading={cut.busy} onClick={cut.countAll}>
        <Trans>Count all</Trans>
      </Button>
      {cut.failed && (
        <span className={css.quiet} role="alert">
          {' '}
          <Trans>The other places could not be counted.</Trans>
        </span>
      )}
    </span>
  )
}
