// What is paid and how much: the bills of a payment page.
import { Trans, useLingui } from '@lingui/react/macro'
import { WordMark } from '../../../resource/cells.tsx'
import { Money } from '../money.tsx'
import { kindWords, payWords } from './bill-words.ts'
import css from './pay.module.css'
import type { PayBill } from './pay-stage.ts'

export function PaySummary({ bills }: { bills: readonly PayBill[] }) {
  const { i18n, t } = useLingui()
  const total = bills.reduce((sum, bill) => sum + bill.amount, 0)
  return (
    <aside className={css.panel}>
      <h2 className={css.asideTitle}>
        <Trans>What you pay for</Trans>
      </h2>
      <ul className={css.lines} aria-label={t`Bills`}>
        {bills.map(bill => {
          const word = payWords[bill.state]
          return (
            <li key={bill.id} className={css.line}>
              <span className={css.lineName}>
                {i18n._(kindWords[bill.kind])}
                {bill.packageName && (
                  <>
                    {' · '}
                    <bdi>{bill.packageName}</bdi>
                  </>
                )}
                <br />
                <span className={css.quiet}>
                  <bdi dir="ltr">{bill.subject}</bdi>
                </span>
              </span>
              <span className={css.lineEnd}>
                <Money fen={bill.amount} />
                <WordMark word={word} label={i18n._(word.label)} />
              </span>
            </li>
          )
        })}
      </ul>
      <div className={css.foot}>
        <span className={css.quiet}>
          <Trans>Total</Trans>
        </span>
        <span className={css.total}>
          <strong>
            <Money fen={total} />
          </strong>
        </span>
      </div>
      {bills.length === 1 && (
        <p className={css.quiet}>
          <Trans>
            Order number <bdi dir="ltr">{bills[0]?.orderNumber}</bdi>
          </Trans>
        </p>
      )}
    </aside>
  )
}
