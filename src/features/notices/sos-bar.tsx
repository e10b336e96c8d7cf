// Above every page while SOS wait that were put aside: who and where, since when, and the way back to them.
import { Plural } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { waitingOf } from '../../domain/notice/sos-queue.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { whoAndWhere } from './announce.ts'
import type { Notices } from './notices.driver.ts'
import css from './sos-bar.module.css'

export function SosBar({ notices }: { notices: Notices }) {
  const { sos } = useSyncExternalStore(notices.subscribe, notices.read)
  const aside = waitingOf(sos).filter(entry => entry.later)
  const [oldest] = aside
  if (!oldest) return null
  const count = aside.length
  return (
    <button
      type="button"
      className={look(
        {
          row: true,
          gap: 3,
          rigid: true,
          wide: true,
          atLeast: 'finger',
          padX: 5,
          padY: 2,
          edge: 'none',
          size: 'body',
          tone: 'on-critical',
          text: 'start',
          pointer: true,
          ground: 'critical-fill',
        },
        css.bar,
      )}
      data-reminder={sos.reminder}
      onClick={() => notices.send({ on: 'barPressed' })}
    >
      <Icon name="alert" size={20} />
      <Text rigid strong>
        <Plural value={count} one="SOS: # waits" other="SOS: # wait" />
      </Text>
      <Text as="bdi" grow shrink clip>
        {whoAndWhere(oldest.sos)}
      </Text>
      <Text rigid>
        <Age at={oldest.sos.raisedAt} />
      </Text>
      <Icon name="forward" size={16} />
    </button>
  )
}
