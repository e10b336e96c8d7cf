// Demo mode only: the accounts of the demo tenants, to be tried with one tap.
import { Trans } from '@lingui/react/macro'
import css from './login-page.module.css'

// The server makes these accounts in demo mode and prints them; elsewhere they do not exist.
const DEMO_PASSWORD = 'Demo-2026!'
const accounts = ['admin', 'property', 'patrol', 'duty', 'site', 'campus', 'root']
export const DEMO_PHONE = '13800000001'

export function DemoAccounts({ onChoose }: { onChoose: (account: string, password: string) => void }) {
  return (
    <div className={css.demo}>
      <p>
        <Trans>Demo: choose an account, then log in.</Trans>
      </p>
      <div className={css.accounts}>
        {accounts.map(account => (
          <button
            key={account}
            type="button"
            className={css.account}
            onClick={() => onChoose(account, DEMO_PASSWORD)}
          >
            {account}
          </button>
        ))}
      </div>
    </div>
  )
}
