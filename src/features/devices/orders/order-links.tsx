// Ways from devices to the pages that order something of them.
import { useLingui } from '@lingui/react/macro'
import { type CommandKind, understands } from '../../../domain/device/command-input.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Icon, type IconName } from '../../../ui/icons.tsx'
import type { Device } from '../device-badges.tsx'
import css from './orders.module.css'

/** As many as an address holds. */
const MOST = 100

export function OrderLinks({ devices }: { devices: readonly Device[] }) {
  const { t } = useLingui()
  const may = useRights()
  const living = devices.filter(({ lifecycle }) => lifecycle !== 'recycled')
  const some = (command: CommandKind) => living.some(({ kind }) => understands(kind, command))
  const links: { to: string; label: string; icon: IconName; offered: boolean }[] = [
    {
      to: 'audio',
      label: t`Play a sound`,
      icon: 'play',
      offered: may('device.command') && some('audio'),
    },
    {
      to: 'randomReload',
      label: t`Random check`,
      icon: 'users',
      offered: may('device.command') && some('check'),
    },
    { to: 'deviceReload', label: t`Restart timer`, icon: 'clock', offered: may('device.settings') },
    { to: 'distribute', label: t`Distribute settings`, icon: 'upload', offered: may('device.settings') },
  ]
  const offered = links.filter(link => link.offered)
  if (offered.length === 0 || living.length === 0 || living.length > MOST) return null
  const ids = living.map(({ id }) => id).join(',')
  return (
    <nav className={css.links} aria-label={t`Commands`}>
      {offered.map(({ to, label, icon }) => (
        <a key={to} className={css.link} href={`#/${to}?devices=${ids}`}>
          <Icon name={icon} size={14} /> {label}
        </a>
      ))}
    </nav>
  )
}
