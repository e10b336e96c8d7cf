// An SOS that nobody has taken fills the wall: where it is, since when, and that more wait. It goes when somebody takes it.
import { Plural, Trans } from '@lingui/react/macro'
import { Elapsed } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import type { Watched } from './use-wall.ts'
import css from './wall.module.css'

interface WallSosProps {
  sos: Watched['sos'][number]
  /** Others that wait. */
  more: number
}

export function WallSos({ sos, more }: WallSosProps) {
  return (
    <section role="alert" className={css.sos} data-sos={sos.id}>
      <p className={css.cry}>
        <Icon name="alert" /> SOS
      </p>
      <Text as="p" strong className={css.where}>
        <bdi>{sos.place ?? sos.deviceName}</bdi>
      </Text>
      <p className={css.title}>
        <bdi>{[sos.wearer, sos.place === null ? null : sos.deviceName].filter(Boolean).join(' · ')}</bdi>
      </p>
      <p className={css.where}>
        <Elapsed since={sos.raisedAt} />
      </p>
      <p className={css.title}>
        <Trans>Nobody has taken it yet</Trans>
        {more > 0 && (
          <>
            {' · '}
            <Plural value={more} one="# more waits" other="# more wait" />
          </>
        )}
      </p>
    </section>
  )
}
