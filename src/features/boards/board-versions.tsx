// The saved versions of a board, the newest first; an earlier one is made the newest again by one press.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useOnline } from '../../resource/surroundings.ts'
import { List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import type { BoardRow } from './use-board.ts'

interface BoardVersionsProps {
  board: BoardRow
  busy: boolean
  onRestore: (number: number) => void
}

export function BoardVersions({ board, busy, onRestore }: BoardVersionsProps) {
  const { t } = useLingui()
  const online = useOnline()
  return (
    <Stack as="section" gap={2} aria-label={t`Versions`}>
      <SectionTitle>
        <Trans>Versions</Trans>
      </SectionTitle>
      {board.versions.length === 0 && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>The first save makes the first version.</Trans>
        </Text>
      )}
      <List stack gap={2}>
        {board.versions.map(({ number, createdAt, createdBy, tiles }) => (
          <Stack as="li" key={number} gap={1} padAbove={2} edgeAbove>
            <Row wrap justify="between" gap={2}>
              <Text strong>
                <Trans>Version {number}</Trans>
              </Text>
              {number !== board.versionNumber && (
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={!online || busy}
                  aria-label={t`Restore version ${number}`}
                  onClick={() => onRestore(number)}
                >
                  <Trans>Restore</Trans>
                </Button>
              )}
            </Row>
            <Text size="caption" tone="ink-3">
              <bdi>{createdBy}</bdi> · <bdi dir="ltr">{formatMoment(createdAt)}</bdi> ·{' '}
              <Plural value={tiles} one="# tile" other="# tiles" />
            </Text>
          </Stack>
        ))}
      </List>
    </Stack>
  )
}
