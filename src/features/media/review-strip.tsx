// The line of what is judged: how each stands, to go to any, or to choose several.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { type Desk, type DeskItem, waits } from '../../domain/media/review-desk.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center, List, Row, Stack } from '../../ui/kit/parts.tsx'
import type { ReviewDesk } from './review.driver.ts'
import { stateWords } from './review-words.ts'
import { pictureOf, type TakenRow } from './taken-peek.tsx'

interface ReviewStripProps {
  desk: ReviewDesk
  state: Desk
  rows: ReadonlyMap<number, TakenRow>
  /** A press chooses instead of going there. */
  choosing: boolean
  onChoosing: (choosing: boolean) => void
}

export function ReviewStrip({ desk, state, rows, choosing, onChoosing }: ReviewStripProps) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the one that is looked at
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [state.at])
  const some = choosing || state.chosen.size > 0
  return (
    <Stack gap={1} shrink>
      <Row gap={2} wrap>
        <Button
          variant="default"
          size="compact-md"
          aria-pressed={some}
          leftSection={<Icon name="check" />}
          onClick={() => onChoosing(!some)}
        >
          {some ? t`Clear the selection` : t`Select several`}
        </Button>
        {some && (
          <Button variant="default" size="compact-md" onClick={() => desk.send({ on: 'choseAll' })}>
            {t`Select all pending`}
          </Button>
        )}
      </Row>
      <List ref={list} row gap={1} scroll="x" padY={1} aria-label={t`Review queue`}>
        {state.items.map(item => (
          <Line
            key={item.id}
            item={item}
            row={rows.get(item.id)}
            current={item.id === state.at}
            chosen={state.chosen.has(item.id)}
            onPress={() => desk.send({ on: some ? 'chose' : 'went', id: item.id })}
          />
        ))}
      </List>
    </Stack>
  )
}

interface LineProps {
  item: DeskItem
  row: TakenRow | undefined
  current: boolean
  chosen: boolean
  onPress: () => void
}

function Line({ item, row, current, chosen, onPress }: LineProps) {
  const { i18n } = useLingui()
  const { label, icon = 'clock', tone } = stateWords[item.state]
  const picture = row && pictureOf(row)
  return (
    <li>
      <button
        type="button"
        className={look({
          bare: true,
          pad: 0,
          pointer: true,
          relative: true,
          hidden: true,
          round: 'control',
          square: 16,
          outlined: current,
        })}
        aria-current={current}
        aria-pressed={chosen}
        aria-label={`${row?.name ?? item.id}, ${i18n._(label)}`}
        onClick={onPress}
      >
        {picture === undefined ? (
          <Center as="span" tall wide ground="sunken" tone="ink-3" round="control">
            <Icon name="video" />
          </Center>
        ) : (
          <img
            className={look({ wide: true, tall: true, cover: true, block: true })}
            src={picture}
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
        {(chosen || !waits(item)) && (
          <Center
            as="span"
            absolute
            insetX="auto 4px"
            insetY="auto 4px"
            square={5}
            round="full"
            ground={chosen ? 'accent' : 'surface'}
            tone={chosen ? 'on-accent' : (tone ?? 'ink')}
          >
            <Icon name={chosen ? 'check' : icon} size={14} />
          </Center>
        )}
      </button>
    </li>
  )
}
