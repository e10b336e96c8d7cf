// Demo mode only: the accounts of the demo tenants, to be tried with one tap.
import { Trans } from '@lingui/react/macro'
import css from './login-page.module.css'
import type { Demo } from './way-props.ts'

interface DemoAccountsProps {
  demo: NonNullable<Demo>
  onChoose: (username: string, password: string) => void
}

export function DemoAccounts({ demo, onChoose }: DemoAccountsProps) {
  return (
    <div className={css.demo}>
      <p>
        <Trans>Demo: choose an account, then log in.</Trans>
      </p>
      <div className={css.accounts}>
        {demo.usernames.map(username => (
          <button
            key={username}
            type="button"
            className={css.account}
            onClick={() => onChoose(username, demo.password)}
          >
            {username}
          </button>
        ))}
      </div>
    </div>
  )
}
