// What leads out of the installation and what it is kept by: channels, certificates, backups; and the work in the background.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Board } from '../../contract/endpoints/operations.ts'
import type { FigureName } from '../../domain/operations/judgement.ts'
import { Age } from '../../ui/age.tsx'
import { look } from '../../ui/kit/look.ts'
import { Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatDay, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { FigureLine, Thresholds, VerdictBadge } from './figure-line.tsx'
import { judgeBackup, judgeCertificates, judgeChannel, judgeJobs } from './judge-board.ts'
import { channelWords } from './operations-words.ts'

interface PartProps {
  board: Board
  onOpen: (figure: FigureName) => void
}

/** Stand-ins that reach nobody. */
const STAND_INS = new Set(['outbox', 'embedded'])

export function ChannelsCard({ board, onOpen }: PartProps) {
  const { i18n, t } = useLingui()
  return (
    <Card as="section" pad={4} gap={3} stack aria-label={t`Channels`}>
      <SectionTitle>
        <Trans>Channels</Trans>
      </SectionTitle>
      <Stack gap={0}>
        {board.channels.map(each => {
          const { channel, way, lastSuccessAt, lastFailureAt, failure } = each
          const name = i18n._(channelWords[channel])
          const note = (
            <>
              <Trans>
                Last success: <Age at={lastSuccessAt ?? undefined} />
              </Trans>
              {lastFailureAt !== null && (
                <>
                  {' · '}
                  <Trans>
                    Last failure: <Age at={lastFailureAt} />
                  </Trans>
                  {failure && ` (${failure})`}
                </>
              )}
            </>
          )
          const failing = judgeChannel(each)
          if (failing)
            return <FigureLine key={channel} of={failing} label={name} note={note} onOpen={onOpen} />
          return (
            <Row key={channel} gap={3} padY={2} padX={2}>
              <Stack grow shrink gap="half">
                <Text>{name}</Text>
                <Text size="caption" tone="ink-3">
                  {note}
                </Text>
              </Stack>
              {way === null ? (
                <SeverityBadge tone="off">
                  <Trans>Not configured</Trans>
                </SeverityBadge>
              ) : STAND_INS.has(way) ? (
                <SeverityBadge tone="off">
                  <Trans>Stand-in</Trans>
                </SeverityBadge>
              ) : (
                // What was never sent proves nothing.
                <VerdictBadge verdict={lastSuccessAt === null ? 'unknown' : 'good'} />
              )}
            </Row>
          )
        })}
      </Stack>
    </Card>
  )
}

export function SafetyCard({ board, onOpen }: PartProps) {
  const { t } = useLingui()
  const certificates = new Map(board.certificates.map(each => [each.setting, each]))
  return (
    <Card as="section" pad={4} gap={3} stack aria-label={t`Backups and certificates`}>
      <SectionTitle>
        <Trans>Backups and certificates</Trans>
      </SectionTitle>
      <Stack gap={0}>
        <FigureLine
          of={judgeBackup(board)}
          onOpen={onOpen}
          note={
            board.backup.told ? (
              <Thresholds figure="backupAge" />
            ) : (
              <Trans>Nobody tells when a backup was made.</Trans>
            )
          }
        />
        {judgeCertificates(board).map(each => {
          const { expiresAt = null, problem = null } = certificates.get(each.about) ?? {}
          return (
            <FigureLine
              key={each.about}
              of={each}
              onOpen={onOpen}
              label={
                <Trans>
                  Certificate of <Text mono>{each.about}</Text>
                </Trans>
              }
              note={
                expiresAt === null ? (
                  <Trans>It could not be read: {problem}</Trans>
                ) : (
                  <Trans>Valid until {formatDay(expiresAt)}</Trans>
                )
              }
            />
          )
        })}
        <Row gap={3} padY={2} padX={2}>
          <Stack grow shrink gap="half">
            <Text>
              <Trans>Key of push messages</Trans>
            </Text>
            <Text size="caption" tone="ink-3">
              <Trans>Derived from the installation’s secret; it does not expire.</Trans>
            </Text>
          </Stack>
          <VerdictBadge verdict="good" />
        </Row>
      </Stack>
    </Card>
  )
}

export function JobsCard({ board, onOpen }: PartProps) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const queueOf = new Map(board.jobs.queues.map(each => [each.kind, each]))
  return (
    <Card as="section" pad={4} gap={3} stack aria-label={t`Background jobs`}>
      <Row wrap justify="between" gap={2}>
        <SectionTitle>
          <Trans>Background jobs</Trans>
        </SectionTitle>
        <a className={look({ tone: 'accent' })} href="#/DownloadTask?view=jobs">
          <Trans>See the list</Trans>
        </a>
      </Row>
      <Stack gap={0}>
        {judgeJobs(board).map(each => {
          const { waiting = 0, running = 0 } = queueOf.get(each.about) ?? {}
          // What is due later is no work of now.
          if (each.figure === 'queueAge' && waiting + running === 0) return null
          return each.figure === 'deadJobs' ? (
            <FigureLine key="dead" of={each} onOpen={onOpen} />
          ) : (
            <FigureLine
              key={each.about}
              of={each}
              onOpen={onOpen}
              label={<Text mono>{each.about}</Text>}
              note={
                <Trans>
                  {number.format(waiting)} waiting, {number.format(running)} running
                </Trans>
              }
            />
          )
        })}
      </Stack>
    </Card>
  )
}
