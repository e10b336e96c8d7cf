// Demo mode only: the accounts of the demo tenants, to be tried with one tap.
import { Trans } from '@lingui/react/macro'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import css from './login-page.module.css'
import type { Demo } from './way-props.ts'

interface DemoAccountsProps {
  demo: NonNullable<Demo>
  onChoose: (username: string, password: string) => void
}

export function DemoAccounts({ demo, onChoose }: DemoAccountsProps) {
  return (
    <Stack gap={2} pad={3} edge="dashed" round="card" size="caption" tone="ink-2">
      <p>
        <Trans>Demo: choose an account, then log in.</Trans>
      </p>
      <Row wrap align="stretch" gap={2}>
        {demo.usernames.map(username => (
          <button
            key={username}
            type="button"
            className={look(
              {
                atLeast: 'target',
                padX: 2,
                ground: 'raised',
                edge: 'strong',
                round: 'full',
                size: 'small',
                tone: 'ink',
                pointer: true,
              },
              css.account,
            )}
            onClick={() => onChoose(username, demo.password)}
          >
            {username}
          </button>
        ))}
      </Row>
    </Stack>
  )
}
