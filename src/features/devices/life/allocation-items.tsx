// The devices of an allocation and what became of each: what went wrong stands first.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wordsForError, wordsForId } from '../../../resource/error-words.ts'
import { List, Muted, Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { Loading } from '../../../ui/states.tsx'
import { type Allocation, itemsOptions } from './allocation-query.ts'
import css from './life.module.css'
import { itemStateWords } from './life-words.ts'

/** Devices drawn at once; the rest is a number. */
const SHOWN = 100

const rank = { failed: 0, kept: 1, waiting: 2, done: 3, undone: 4 } as const

export function AllocationItems({ row }: { row: Pick<Allocation, 'id' | 'state'> }) {
  const { i18n } = useLingui()
  const { data, error, isError } = useQuery(itemsOptions(row.id, row.state))
  if (!data) {
    if (isError) return <Muted as="p">{i18n._(wordsForError(error))}</Muted>
    return <Loading variant="list" count={4} />
  }
  const items = [...data].sort((a, b) => rank[a.state] - rank[b.state])
  const more = items.length - SHOWN
  return (
    <List stack>
      {items.slice(0, SHOWN).map(item => {
        const why = wordsForId(item.reason ?? undefined)
        const { label, tone } = itemStateWords[item.state]
        return (
          <Stack as="li" key={item.deviceId} gap="half" padY={2} edgeBelow size="small" className={css.item}>
            <Row as="span" wrap justify="between" gap="half" columnGap={3}>
              <Text as="bdi" grow shrink clip>
                {item.deviceName}
              </Text>
              <SeverityBadge tone={tone}>{i18n._(label)}</SeverityBadge>
            </Row>
            <Muted as="bdi" dir="ltr">
              {item.imei}
            </Muted>
            {why && <Text tone="ink-2">{i18n._(why)}</Text>}
          </Stack>
        )
      })}
      {more > 0 && (
        <Muted as="li">
          <Plural value={more} one="and # more" other="and # more" />
        </Muted>
      )}
      {items.length === 0 && (
        <Muted as="li">
          <Trans>No devices</Trans>
        </Muted>
      )}
    </List>
  )
}
