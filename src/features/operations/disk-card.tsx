// The disk: what is stored of each kind, what the last days brought, and when nothing is free any more.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Board } from '../../contract/endpoints/operations.ts'
import { growthOf } from '../../domain/operations/forecast.ts'
import type { FigureName } from '../../domain/operations/judgement.ts'
import { ByteSize, useByteSize } from '../../resource/byte-size.tsx'
import { Box, Card, SectionTitle, Table, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { FigureLine, Thresholds } from './figure-line.tsx'
import { judgeDisk } from './judge-board.ts'
import { sizeWords } from './operations-words.ts'

const MOST_DAYS = 5

interface DiskCardProps {
  board: Board
  onOpen: (figure: FigureName) => void
}

export function DiskCard({ board, onOpen }: DiskCardProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const size = useByteSize()
  const growth = growthOf(board.sizes)
  const disk = judgeDisk(board)
  const free = board.disk.freeBytes
  const days = [...new Set(growth.flatMap(({ days }) => days.map(({ day }) => day)))].sort().slice(-MOST_DAYS)
  // The days are those that sizes were written down by.
  const dayText = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric', timeZone: 'UTC' })
  const signed = (bytes: number) => `${bytes < 0 ? '−' : ''}${size(Math.abs(bytes))}`
  const nameOf = (kind: string) => {
    const known = board.sizes.find(each => each.kind === kind)
    return known ? i18n._(sizeWords[known.kind]) : kind
  }
  return (
    <Card as="section" pad={4} gap={3} stack aria-label={t`Disk`}>
      <SectionTitle>
        <Trans>Disk</Trans>
      </SectionTitle>
      <FigureLine
        of={disk}
        onOpen={onOpen}
        note={
          disk.verdict === 'unknown' ? (
            <Trans>Known once sizes have been written down for six hours.</Trans>
          ) : (
            <Thresholds figure="diskDays" />
          )
        }
      />
      {free !== null && (
        <Text as="p" tone="ink-2" padX={2}>
          <Trans>
            <ByteSize bytes={free} /> are free.
          </Trans>
        </Text>
      )}
      <Box scroll="x" tabIndex={0} role="group" aria-label={t`Stored by kind`}>
        <Table figured>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Kind</Trans>
              </th>
              <th scope="col">
                <Trans>Stored</Trans>
              </th>
              <th scope="col">
                <Trans>A day</Trans>
              </th>
              {days.map(day => (
                <th scope="col" key={day}>
                  <bdi>{dayText.format(day)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {growth.map(each => (
              <tr key={each.kind}>
                <th scope="row">{nameOf(each.kind)}</th>
                <td>
                  <ByteSize bytes={each.bytes} />
                </td>
                <td>{each.perDay === null ? '–' : <bdi>{signed(each.perDay)}</bdi>}</td>
                {days.map(day => {
                  const of = each.days.find(one => one.day === day)
                  return <td key={day}>{of ? <bdi>{signed(of.bytes)}</bdi> : '–'}</td>
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </Box>
    </Card>
  )
}
