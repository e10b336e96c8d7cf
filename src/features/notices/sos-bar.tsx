// Above every page while SOS wait that were put aside: who and where, since when, and the way back to them.
import { Plural } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { waitingOf } from '../../domain/notice/sos-queue.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
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
    <button type="button" className={css.bar} data-reminder={sos.reminder} onClick={notices.showAgain}>
      <Icon name="alert" size={20} />
      <span className={css.count}>
        <Plural value={count} one="SOS: # waits" other="SOS: # wait" />
      </span>
      <bdi className={css.who}>{whoAndWhere(oldest.sos)}</bdi>
      <span className={css.age}>
        <Age at={oldest.sos.raisedAt} />
      </span>
      <Icon name="forward" size={16} />
    </button>
  )
}
