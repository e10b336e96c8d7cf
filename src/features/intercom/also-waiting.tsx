// The line that says who else rings while one call has the screen.
import { Plural, useLingui } from '@lingui/react/macro'
import type { Ring } from '../../domain/intercom/incoming-call-state.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box } from '../../ui/kit/parts.tsx'
import css from './also-waiting.module.css'
import { inWords, placeWords } from './call-words.ts'

/** The others that ring, by their doors. */
export function AlsoWaiting({ waiting }: { waiting: readonly Ring[] }) {
  const { i18n, t } = useLingui()
  if (waiting.length === 0) return null
  const count = waiting.length
  return (
    <Box
      as="section"
      padX={3}
      padY={2}
      ground="attention-soft"
      round="control"
      size="small"
      className={css.waiting}
      aria-label={t`Also waiting`}
    >
      <p>
        <Icon name="clock" size={16} />
        <Plural value={count} one="# more waiting" other="# more waiting" />
      </p>
      <ul>
        {waiting.map(ring => (
          <li key={ring.callId}>
            <bdi>{ring.kind === 'door' ? ring.deviceName : inWords(placeWords(ring), i18n._.bind(i18n))}</bdi>
          </li>
        ))}
      </ul>
    </Box>
  )
}
