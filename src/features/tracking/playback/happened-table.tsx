// What happened on the way as a table: the same as on the map, and each line leads to its moment.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useContext, useState } from 'react'
import { Icon } from '../../../ui/icons.tsx'
import { Box, LineButton, Muted, Table, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { AlarmWordsContext } from './alarm-words-context.ts'
import type { Happened } from './happened.ts'
import { happenedIcons, wordsFor } from './happened-words.ts'
import css from './track-page.module.css'
import { durationText } from './track-texts.ts'

interface HappenedTableProps {
  happened: readonly Happened[]
  selected: Happened | undefined
  /** Says whose each line is. */
  several: boolean
  onPick: (one: Happened) => void
}

const AT_ONCE = 400

export function HappenedTable({ happened, selected, several, onPick }: HappenedTableProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const alarmWords = useContext(AlarmWordsContext)
  const [most, setMost] = useState(AT_ONCE)
  const shown = happened.slice(0, most)
  const number = numberFormat(locale)
  return (
    <Box
      padX={0}
      padY={1}
      ground="surface"
      edge="line"
      round="card"
      grows="natural"
      className={css.tableFrame}
    >
      <Table snug>
        <caption className="gh-hidden">{t`On the way`}</caption>
        <thead className="gh-hidden">
          <tr>
            <th scope="col">{t`Time`}</th>
            <th scope="col">{t`What`}</th>
            <th scope="col">{t`Duration`}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(one => (
            <tr key={one.id} aria-current={one.id === selected?.id || undefined}>
              <Text as="td" tone="ink-2" nowrap>
                <bdi dir="ltr">{formatMoment(one.at).slice(5)}</bdi>
              </Text>
              <td>
                <LineButton
                  gap={2}
                  atLeast="target"
                  pad={0}
                  lights
                  hovers={false}
                  onClick={() => onPick(one)}
                >
                  <Text inline rigid style={{ color: `var(--gh-${one.tone})` }}>
                    <Icon name={happenedIcons[one.kind]} size={16} />
                  </Text>
                  <Text shrink breaks>
                    <bdi>{i18n._(wordsFor(one, alarmWords))}</bdi>
                    {several && (
                      <Muted as="bdi" className={css.quiet}>
                        {' '}
                        {one.device}
                      </Muted>
                    )}
                  </Text>
                </LineButton>
              </td>
              <Text as="td" tone="ink-2" nowrap>
                {one.to !== undefined && <bdi>{durationText(locale, one.to - one.at)}</bdi>}
              </Text>
            </tr>
          ))}
        </tbody>
      </Table>
      {happened.length > most && (
        <Muted as="p" className={css.quiet}>
          <Trans>
            The first {number.format(most)} of {number.format(happened.length)} are listed.
          </Trans>{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + AT_ONCE)}>
            <Trans>Show more</Trans>
          </Button>
        </Muted>
      )}
    </Box>
  )
}
