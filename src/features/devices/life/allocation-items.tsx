// The devices of an allocation and what became of each: what went wrong stands first.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { wordsForError, wordsForId } from '../../../resource/error-words.ts'
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
    if (isError) return <p className={css.quiet}>{i18n._(wordsForError(error))}</p>
    return <Loading variant="list" count={4} />
  }
  const items = [...data].sort((a, b) => rank[a.state] - rank[b.state])
  const more = items.length - SHOWN
  return (
    <ul className={css.items}>
      {items.slice(0, SHOWN).map(item => {
        const why = wordsForId(item.reason ?? undefined)
        const { label, tone } = itemStateWords[item.state]
        return (
          <li key={item.deviceId} className={css.item}>
            <span className={css.itemHead}>
              <bdi className={css.itemName}>{item.deviceName}</bdi>
              <SeverityBadge tone={tone}>{i18n._(label)}</SeverityBadge>
            </span>
            <bdi className={css.quiet} dir="ltr">
              {item.imei}
            </bdi>
            {why && <span className={css.reason}>{i18n._(why)}</span>}
          </li>
        )
      })}
      {more > 0 && (
        <li className={css.quiet}>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
      {items.length === 0 && (
        <li className={css.quiet}>
          <Trans>No devices</Trans>
        </li>
      )}
    </ul>
  )
}
