// Ways from devices to the pages that send them commands.
import { useLingui } from '@lingui/react/macro'
import type { PageQuery } from '../../../contract/entity-endpoints.ts'
import { type CommandKind, understands } from '../../../domain/device/command-input.ts'
import { searchOf } from '../../../resource/search.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Icon, type IconName } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row } from '../../../ui/kit/parts.tsx'
import { carryDevices } from '../carried-devices.ts'
import type { Device } from '../device-badges.tsx'
import { MOST_IN_ADDRESS } from './command-search.ts'

interface CommandLinksProps {
  devices: readonly Device[]
  /** All that the list's filter finds is meant, not only the devices. */
  found?: PageQuery | undefined
}

export function CommandLinks({ devices, found }: CommandLinksProps) {
  const { t } = useLingui()
  const may = useRights()
  const living = devices.filter(({ lifecycle }) => lifecycle !== 'recycled')
  const some = (command: CommandKind) =>
    found !== undefined || living.some(({ kind }) => understands(kind, command))
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
  if (offered.length === 0 || (living.length === 0 && !found)) return null
  const many = !found && living.length > MOST_IN_ADDRESS
  const meant = found
    ? `found=${encodeURIComponent(JSON.stringify(searchOf(found)))}`
    : many
      ? 'carried=true'
      : `devices=${living.map(({ id }) => id).join(',')}`
  return (
    <Row as="nav" wrap align="stretch" gap={1} columnGap={4} below={2} aria-label={t`Commands`}>
      {offered.map(({ to, label, icon }) => (
        <a
          key={to}
          className={look({ inline: true, gap: 2, atLeast: 'target', tone: 'accent' })}
          href={`#/${to}?${meant}`}
          onClick={() => many && carryDevices(living)}
        >
          <Icon name={icon} size={14} /> {label}
        </a>
      ))}
    </Row>
  )
}
