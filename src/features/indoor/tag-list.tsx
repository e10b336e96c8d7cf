// Who is on a floor as a list: the same that the map says, reachable by keyboard.
import { useLingui } from '@lingui/react/macro'
import { kindIcon } from '../../resource/device-kind-words.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { Age } from '../../ui/age.tsx'
import { Battery } from '../../ui/battery.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import css from './indoor.module.css'
import type { Tag } from './indoor-query.ts'

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
    <ul className={css.tags} aria-label={t`Devices on this floor`}>
      {tags.map(tag => {
        const place = placeOf?.(tag)
        return (
          <li key={tag.id}>
            <button
              type="button"
              className={css.tag}
              aria-pressed={tag.id === selected}
              onClick={() => onSelect(tag)}
            >
              <Icon name={kindIcon(tag.kind)} size={18} />
              <span className={css.tagMain}>
                <bdi className={css.tagName}>{tag.wearerName ?? tag.name}</bdi>
                <span className={css.tagPlace}>
                  {tag.wearerName && <bdi>{tag.name}</bdi>}
                  {place && <bdi>{place}</bdi>}
                </span>
              </span>
              <span className={css.tagEnd}>
                <StateMark shape={stateWords[tag.state].shape} label={i18n._(stateWords[tag.state].label)} />
                <span className={css.tagAge}>
                  {tag.battery !== null && <Battery percent={tag.battery} bare />} <Age at={tag.at} />
                </span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
