// The roll on paper, a list for each gathering point with its wardens: for when no phone works.
import { Trans, useLingui } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import type { RollPerson } from '../../domain/muster/muster.ts'
import { outcome } from '../../domain/muster/sighting.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { Box, Table, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import paper from '../../ui/paper.module.css'
import { outcomeWords, standingWords } from './muster-words.ts'
import css from './printed-lists.module.css'
import type { MusterRow, ShownRoll } from './use-roll.tsx'

export function PrintedLists({ row, roll }: { row: MusterRow; roll: ShownRoll }) {
  const { t } = useLingui()
  const wardenOf = new Map(row.wardens.map(({ id, name }) => [id, name]))
  const lists = [
    ...row.points.map(({ key, name, wardenIds }) => ({
      key,
      name,
      wardens: wardenIds.flatMap(id => wardenOf.get(id) ?? []).join(', '),
    })),
    { key: null, name: t`On nobody’s list`, wardens: '' },
  ]
  return createPortal(
    <div className={paper.paper} aria-hidden="true" data-testid="paper">
      {lists.map(list => {
        const people = roll.people.filter(({ point }) => point === list.key)
        if (people.length === 0) return null
        return (
          <section key={list.key ?? ''} className={css.list}>
            <Text as="h1" size="title" strong>
              {row.name} · {list.name}
            </Text>
            <p>
              {list.wardens && (
                <>
                  <Trans>Wardens: {list.wardens}</Trans>
                  {' · '}
                </>
              )}
              <Trans>Started {formatMoment(row.startedAt)}</Trans> ·{' '}
              <Trans>Printed {formatMoment(serverNow())}</Trans>
            </p>
            <PaperTable people={people} roll={roll} />
            <p>
              <Trans>Heads counted: ______ Time: ______ Signature: ____________</Trans>
            </p>
          </section>
        )
      })}
    </div>,
    document.body,
  )
}

function PaperTable({ people, roll }: { people: readonly RollPerson[]; roll: ShownRoll }) {
  const { i18n } = useLingui()
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Name</Trans>
          </th>
          <th scope="col">
            <Trans>State</Trans>
          </th>
          {outcome.options.map(each => (
            <th key={each} scope="col">
              {i18n._(outcomeWords[each].label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {people.map(({ key, name, detail }) => (
          <tr key={key}>
            <td>
              <bdi>{[name, detail].filter(Boolean).join(' · ')}</bdi>
            </td>
            <td>{i18n._(standingWords[roll.standings.get(key)?.state ?? 'unaccounted'])}</td>
            {outcome.options.map(each => (
              <Box key={each} as="td" className={css.tick} size="lead" text="center" />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
