// Ways from a device to the pages that order something of it.
import { useLingui } from '@lingui/react/macro'
import { understands } from '../../../domain/device/command-input.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Icon, type IconName } from '../../../ui/icons.tsx'
import type { Device } from '../device-badges.tsx'
import css from './orders.module.css'

export function OrderLinks({ device }: { device: Device }) {
  const { t } = useLingui()
  const may = useRights()
  const links: { to: string; label: string; icon: IconName; offered: boolean }[] = [
    {
      to: 'audio',
      label: t`Play a sound`,
      icon: 'play',
      offered: may('device.command') && understands(device.kind, 'audio'),
    },
    {
      to: 'randomReload',
      label: t`Random check`,
      icon: 'users',
      offered: may('device.command') && understands(device.kind, 'check'),
    },
    { to: 'deviceReload', label: t`Restart timer`, icon: 'clock', offered: may('device.settings') },
    { to: 'distribute', label: t`Distribute settings`, icon: 'upload', offered: may('device.settings') },
  ]
  const offered = links.filter(link => link.offered)
  if (offered.length === 0 || device.lifecycle === 'recycled') return null
  return (
    <nav className={css.links} aria-label={t`Orders`}>
      {offered.map(({ to, label, icon }) => (
        <a key={to} className={css.link} href={`#/${to}?devices=${device.id}`}>
          <Icon name={icon} size={14} /> {label}
        </a>
      ))}
    </nav>
  )
}
