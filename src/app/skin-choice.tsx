// Which of the two skins: in the person's menu, and in the set-up guide.
import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Stack } from '../ui/kit/parts.tsx'
import { getSkin, showSkin, subscribeSkin } from './skin.ts'

export function SkinChoice({ className }: { className?: string | undefined }) {
  const { t } = useLingui()
  const skin = useSyncExternalStore(subscribeSkin, getSkin)
  const skins = [
    { name: 'blue', icon: 'moon', label: t`Tech blue` },
    { name: 'campus', icon: 'sun', label: t`White campus` },
  ] as const
  return (
    <Stack
      as="fieldset"
      even
      gap={1}
      pad="half"
      ground="sunken"
      edge="line"
      round="card"
      className={className}
    >
      <legend className="gh-hidden">
        <Trans>Theme</Trans>
      </legend>
      {skins.map(({ name, icon, label }) => (
        <button
          key={name}
          type="button"
          className={look({
            bare: true,
            row: true,
            justify: 'center',
            gap: 2,
            atLeast: 'target',
            padX: 2,
            padY: 1,
            round: 'control',
            size: 'small',
            tone: 'ink-2',
            pointer: true,
            accents: true,
          })}
          aria-pressed={skin === name}
          onClick={() => showSkin(name)}
        >
          <Icon name={icon} size={16} />
          {label}
        </button>
      ))}
    </Stack>
  )
}
