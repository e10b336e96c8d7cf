// What happened in a recording, in its order: each leads to its moment.
import { useLingui } from '@lingui/react/macro'
import { look } from '../../ui/kit/look.ts'
import { Inline, List, Text } from '../../ui/kit/parts.tsx'
import { formatSpan } from '../../ui/locale.ts'
import type { PlayerPartProps } from './player-bar.tsx'
import { markWords } from './recording-words.ts'

export function PlayerMarks({ player, recording: { marks } }: PlayerPartProps) {
  const { i18n, t } = useLingui()
  if (marks.length === 0) return <Text tone="ink-2">{t`Nothing was noted.`}</Text>
  return (
    <List column scroll="y" atMostTall="part">
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was recorded does not change any more
        <li key={at}>
          <button
            type="button"
            className={look({
              inline: true,
              wide: true,
              gap: 3,
              atLeast: 'target',
              bare: true,
              round: 'control',
              text: 'start',
              pointer: true,
              hovers: true,
            })}
            onClick={() => player.go(mark.atMs)}
          >
            <Text as="bdi" dir="ltr" size="small" tone="ink-2" mono>
              {formatSpan(mark.atMs / 1000)}
            </Text>
            <Inline wrap gap={1}>
              {mark.displayName && <strong>{mark.displayName}</strong>}
              <Text tone={mark.kind === 'declined' || mark.kind === 'alarm' ? 'critical' : 'ink'}>
                {i18n._(markWords[mark.kind])}
              </Text>
            </Inline>
          </button>
        </li>
      ))}
    </List>
  )
}
