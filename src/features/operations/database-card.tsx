// The database: how large it is, who uses it, its busiest tables and the days that are made ahead.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Board } from '../../contract/endpoints/operations.ts'
import type { FigureName } from '../../domain/operations/judgement.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Card, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { FigureLine } from './figure-line.tsx'
import { judgeDatabase } from './judge-board.ts'

interface PartProps {
  board: Board
  onOpen: (figure: FigureName) => void
}

export function DatabaseCard({ board, onOpen }: PartProps) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const { database } = board
  const rowsOf = new Map(database.busiest.map(each => [each.table, each]))
  return (
    <Card as="section" pad={4} gap={3} stack aria-label={t`Database`}>
      <SectionTitle>
        <Trans>Database</Trans>
      </SectionTitle>
      <Facts
        facts={[
          { id: 'release', label: t`Program version`, value: `PostgreSQL ${database.release}` },
          { id: 'bytes', label: t`Size`, value: <ByteSize bytes={database.bytes} /> },
          {
            id: 'replicas',
            label: t`Replication`,
            value:
              database.replicas.length === 0 ? (
                t`No replica`
              ) : (
                <Plural value={database.replicas.length} one="# replica" other="# replicas" />
              ),
          },
        ]}
      />
      <Stack gap={0}>
        {judgeDatabase(board)
          .filter(({ figure }) => figure !== 'partitionsAhead')
          .map(each => {
            const table = each.figure === 'deadRows' ? rowsOf.get(each.about) : undefined
            return (
              <FigureLine
                key={`${each.figure} ${each.about}`}
                of={each}
                onOpen={onOpen}
                {...(each.figure === 'replicaLag' && { label: <bdi>{each.about}</bdi> })}
                {...(table && {
                  label: (
                    <Trans>
                      Dead rows of <Text mono>{table.table}</Text>
                    </Trans>
                  ),
                  note: (
                    <Trans>
                      {number.format(table.dead)} dead, {number.format(table.live)} live
                    </Trans>
                  ),
                })}
              />
            )
          })}
      </Stack>
    </Card>
  )
}

export function PartitionsCard({ board, onOpen }: PartProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const known = new Map(board.database.partitions.map(each => [each.table, each]))
  return (
    <Card as="section" pad={4} gap={3} stack aria-label={t`Partitions`}>
      <SectionTitle>
        <Trans>Partitions</Trans>
      </SectionTitle>
      <Stack gap={0}>
        {judgeDatabase(board)
          .filter(({ figure }) => figure === 'partitionsAhead')
          .map(each => {
            const { count = 0, bytes = 0, packedBytes = null } = known.get(each.about) ?? {}
            const packed = packedBytes === null ? undefined : packedBytes / Math.max(1, packedBytes + bytes)
            return (
              <FigureLine
                key={each.about}
                of={each}
                onOpen={onOpen}
                label={<Text mono>{each.about}</Text>}
                note={
                  <>
                    <Plural value={count} one="# day" other="# days" /> · <ByteSize bytes={bytes} />
                    {packed !== undefined && (
                      <>
                        {' · '}
                        <Trans>{percent.format(packed)} packed</Trans>
                      </>
                    )}
                  </>
                }
              />
            )
          })}
      </Stack>
    </Card>
  )
}
