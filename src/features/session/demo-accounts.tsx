// Demo mode only: the accounts of the demo tenants, to be tried with one tap.
import { Trans } from '@lingui/react/macro'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import css from './login-page.module.css'

// The server makes these accounts in demo mode and prints them; elsewhere they do not exist.
const DEMO_PASSWORD = 'Demo-2026!'
const accounts = ['admin', 'property', 'patrol', 'duty', 'site', 'campus', 'root']
export const DEMO_PHONE = '13800000001'

export function DemoAccounts({ onChoose }: { onChoose: (account: string, password: string) => void }) {
  return (
    <Stack gap={2} pad={3} edge="dashed" round="card" size="caption" tone="ink-2">
      <p>
        <Trans>Demo: choose an account, then log in.</Trans>
      </p>
      <Row wrap align="stretch" gap={2}>
        {accounts.map(account => (
          <button
            key={account}
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
            onClick={() => onChoose(account, DEMO_PASSWORD)}
          >
            {account}
          </button>
        ))}
      </Row>
    </Stack>
  )
}
