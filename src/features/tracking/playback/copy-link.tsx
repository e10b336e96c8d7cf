// Copies an address that opens the same tracks at the same moment.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { momentAt, type Timeline } from '../../../domain/track/timeline.ts'
import { showToast } from '../../../platform/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Period } from '../../../ui/period.ts'
import type { Player } from './playback.driver.ts'

interface CopyLinkProps {
  player: Player
  timeline: Timeline | undefined
  imeis: readonly string[]
  period: Period
}

export function CopyLink({ player, timeline, imeis, period }: CopyLinkProps) {
  const { t } = useLingui()
  const copy = async () => {
    if (!timeline) return
    const address = linkTo(location.href, { player, timeline, imeis, period })
    try {
      await navigator.clipboard.writeText(address)
      showToast({ kind: 'ok', message: msg`The link is copied. It opens this track at this moment.` })
    } catch {
      // Without a secure context there is no clipboard: the address line has it then.
      history.replaceState(history.state, '', address)
      showToast({
        kind: 'tip',
        message: msg`This browser does not let the page copy. The link is in the address line.`,
      })
    }
  }
  return (
    <IconButton bordered icon="link" label={t`Copy link`} disabled={!timeline} onClick={() => void copy()} />
  )
}

/** The address of a page with its devices, its time, and the moment and speed of the playing. */
export function linkTo(
  href: string,
  { player, timeline, imeis, period }: CopyLinkProps & { timeline: Timeline },
): string {
  const [page = '', hash = ''] = href.split('#')
  const [path] = hash.split('?')
  const at = Math.round(momentAt(timeline, player.played()))
  const query = `imei=${imeis.join(',')}&from=${period.from}&to=${period.to}&at=${at}&speed=${player.state().speed}`
  return `${page}#${path}?${query}`
}
