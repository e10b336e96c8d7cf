// Who is on a floor as a list: the same that the map says, reachable by keyboard.
import { useLingui } from '@lingui/react/macro'
import { kindIcon } from '../../resource/device-kind-words.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { Age } from '../../ui/age.tsx'
import { Battery } from '../../ui/battery.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Column, List, Row, Text } from '../../ui/kit/parts.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import css from './indoor.module.css'
import type { Tag } from './indoor-query.ts'
import { PickButton } from './pick-button.tsx'

interface TagListProps {
  tags: readonly Tag[]
  selected: number | undefined
  /** Where each is besides its floor, such as a zone. */
  placeOf?: (tag: Tag) => string
  onSelect: (tag: Tag) => void
}

export function TagList({ tags, selected, placeOf, onSelect }: TagListProps) {
  const { i18n, t } = useLingui()
  return (
    <List className={css.tags} aria-label={t`Devices on this floor`}>
      {tags.map(tag => {
        const place = placeOf?.(tag)
        return (
          <li key={tag.id}>
            <PickButton chosen={tag.id === selected} onChoose={() => onSelect(tag)}>
              <Icon name={kindIcon(tag.kind)} size={18} />
              <Column as="span" gap="half" shrink>
                <Text as="bdi" fits atBlock="start" medium clip>
                  {tag.wearerName ?? tag.name}
                </Text>
                <Row as="span" align="stretch" gap={2} hidden size="caption" tone="ink-2" nowrap>
                  {tag.wearerName && <bdi>{tag.name}</bdi>}
                  {place && <bdi>{place}</bdi>}
                </Row>
              </Column>
              <Column as="span" align="end" gap="half" shrink size="caption">
                <StateMark shape={stateWords[tag.state].shape} label={i18n._(stateWords[tag.state].label)} />
                <Text tone="ink-2" nowrap>
                  {tag.battery !== null && <Battery percent={tag.battery} bare />} <Age at={tag.at} />
                </Text>
              </Column>
            </PickButton>
          </li>
        )
      })}
    </List>
  )
}
