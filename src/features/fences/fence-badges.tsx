// What is notable about a fence at once, and the ways on from it.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { eventsPath, infoPath, mapPath } from './fence-search.ts'
import type { Fence } from './fence-sentence.tsx'
import { shapeWords, statusWords, typeWords } from './fence-words.ts'

type Badged = Pick<Fence, 'type' | 'shape' | 'status'> & Partial<Pick<Fence, 'deviceCount' | 'insideCount'>>

export function FenceBadges({ fence }: { fence: Badged }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const { type, shape, status } = fence
  const inside = number.format(fence.insideCount ?? 0)
  const all = number.format(fence.deviceCount ?? 0)
  return (
    <>
      <SeverityBadge tone={status === 'enabled' ? 'ok' : 'off'}>
        {i18n._(statusWords[status].label)}
      </SeverityBadge>
      <SeverityBadge tone={typeWords[type].tone}>{i18n._(typeWords[type].label)}</SeverityBadge>
      <SeverityBadge tone="off" icon={shapeWords[shape].icon}>
        {i18n._(shapeWords[shape].label)}
      </SeverityBadge>
      {fence.deviceCount !== undefined && (
        <SeverityBadge tone="off" icon="users">{t`${inside} of ${all} inside`}</SeverityBadge>
      )}
    </>
  )
}

/** Buttons that lead to the map, to binding devices, and to the history. */
export function FenceLinks({ fence }: { fence: Pick<Fence, 'id'> }) {
  const { t } = useLingui()
  const may = useRights()
  const links = [
    { to: mapPath(fence.id), label: t`Open on the map`, icon: 'map' as const, offered: true },
    {
      to: `${infoPath(fence.id)}&bind=1`,
      label: t`Bind devices`,
      icon: 'link' as const,
      offered: may('fence.save'),
    },
    { to: eventsPath(fence.id), label: t`History`, icon: 'clock' as const, offered: true },
  ]
  return (
    <>
      {links
        .filter(link => link.offered)
        .map(({ to, label, icon }) => (
          <Button key={to} component="a" href={`#${to}`} variant="default" leftSection={<Icon name={icon} />}>
            {label}
          </Button>
        ))}
    </>
  )
}
