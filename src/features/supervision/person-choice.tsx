// Whose track is looked at: people under supervision by name and level, each standing for what they wear.
import { Trans, useLingui } from '@lingui/react/macro'
import { MultiSelect } from '@mantine/core'
import { Icon } from '../../ui/icons.tsx'
import { LineButton, List, Muted, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import { LevelBadge, useWorn } from './worn.tsx'

interface PersonPickerProps {
  label: string
  most: number
  value: readonly string[]
  onChange: (imeis: string[]) => void
}

export function PersonPicker({ label, most, value, onChange }: PersonPickerProps) {
  const { t } = useLingui()
  const worn = useWorn()
  // What the address names stays, also when nobody wears it any more.
  const gone = value.filter(imei => !worn?.has(imei)).map(imei => ({ value: imei, label: imei }))
  const people = [...(worn?.values() ?? [])].map(({ imei, name }) => ({ value: imei, label: name }))
  return (
    <MultiSelect
      aria-label={label}
      placeholder={value.length === 0 ? t`Name` : ''}
      data={[...people, ...gone]}
      value={[...value]}
      onChange={onChange}
      maxValues={most}
      searchable
      openOnFocus={false}
      nothingFoundMessage={t`Nothing found`}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

/** Offered while nobody is chosen. */
export function PersonChoice({ onChoose }: { onChoose: (imei: string) => void }) {
  const { t } = useLingui()
  const worn = useWorn()
  if (!worn) return <Loading variant="list" count={4} />
  if (worn.size === 0)
    return (
      <Muted as="p">
        <Trans>Nobody is under supervision with a device.</Trans>
      </Muted>
    )
  return (
    <List stack gap={2} maw={560} aria-label={t`Monitored persons`}>
      {[...worn.values()].map(({ imei, name, level }) => (
        <li key={imei}>
          <LineButton
            gap={3}
            atLeast="finger"
            padX={3}
            ground="surface"
            edge="line"
            round="control"
            onClick={() => onChoose(imei)}
          >
            <Icon name="ankle" />
            <Text grow strong>
              <bdi>{name}</bdi>
            </Text>
            <LevelBadge level={level} />
          </LineButton>
        </li>
      ))}
    </List>
  )
}
