// On the login screen: what waits on this device for whom, told without saying what it is.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Waiting } from '../platform/queue-store.ts'
import { Icon } from '../ui/icons.tsx'
import css from './unsent-notes.module.css'

export default function UnsentNotes({ waits }: { waits: readonly Waiting[] }) {
  const { t } = useLingui()
  return (
    <section className={css.notes}>
      <Icon name="lock" size={18} />
      <div>
        <ul className={css.list}>
          {waits.map(({ name, count, mask }) => {
            // A name keeps its own direction in any sentence.
            const who = `\u2068${mask}\u2069`
            const told = t`${plural(count, {
              one: `# action of ${who} has not been sent`,
              other: `# actions of ${who} have not been sent`,
            })}`
            return <li key={name}>{told}</li>
          })}
        </ul>
        <p className={css.how}>
          <Trans>Sealed on this device. Sent when the same person logs in here again.</Trans>
        </p>
      </div>
    </section>
  )
}
