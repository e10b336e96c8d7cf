// The text of a case as approvers see it: what came since the round before is marked, what was taken out is struck through.
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { OpenedCase } from '../../contract/endpoints/approval.ts'
import { textChanges } from '../../domain/approval/text-changes.ts'
import { look } from '../../ui/kit/look.ts'
import { Card, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { Pictures } from '../../ui/pictures.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { caseStateWords, kindWords } from './approval-words.ts'
import { lineLabels, lineText } from './line-words.ts'

function Changed({ before, now }: { before: string | undefined; now: string }) {
  const pieces = useMemo(() => (before === undefined ? [] : textChanges(before, now)), [before, now])
  if (before === undefined) return now
  return pieces.map((piece, place) => {
    // Pieces have no name of their own but their place.
    const key = `${place} ${piece.is}`
    if (piece.is === 'same') return <span key={key}>{piece.text}</span>
    if (piece.is === 'gone')
      return (
        <del key={key} className={look({ tone: 'ink-3' })}>
          {piece.text}
        </del>
      )
    return (
      <ins key={key} className={look({ soft: 'ok', undecorated: true, round: 'small' })}>
        {piece.text}
      </ins>
    )
  })
}

export function CaseText({ opened }: { opened: OpenedCase }) {
  const { i18n, t } = useLingui()
  const { row, now, before } = opened
  const old = new Map(before?.lines.map(line => [`${line.label} ${line.value}`, line]))
  return (
    <Card pad={4}>
      <Stack gap={3}>
        <Row wrap gap={2}>
          <SeverityBadge tone={caseStateWords[row.state].tone}>
            {i18n._(caseStateWords[row.state].label)}
          </SeverityBadge>
          <Text size="small" tone="ink-2">
            {i18n._(kindWords[row.kind].label)}
            {row.round > 1 && <> · {t`Round ${row.round}`}</>}
          </Text>
          <Text pushed size="small" tone="ink-3">
            <bdi>{row.applicantName}</bdi> · <bdi dir="ltr">{formatMoment(row.askedAt)}</bdi>
          </Text>
        </Row>
        <Text as="h2" size="lead" strong breaks dir="auto">
          <Changed before={before?.title} now={now.title} />
        </Text>
        {now.body !== '' && (
          <Text as="p" lines breaks dir="auto">
            <Changed before={before?.body} now={now.body} />
          </Text>
        )}
        {before && (
          <Text size="small" tone="ink-3">
            <Trans>Green is new since the last round, struck through is gone.</Trans>
          </Text>
        )}
        <Pictures addresses={now.pictures} />
        {now.lines.length > 0 && (
          <Stack as="dl" gap={1} edgeAbove padAbove={3}>
            {now.lines.map(line => (
              <Row key={`${line.label} ${line.value}`} justify="between" gap={3} align="baseline">
                <Text as="dt" tone="ink-2">
                  {i18n._(lineLabels[line.label])}
                </Text>
                <Text
                  as="dd"
                  text="end"
                  breaks
                  {...(before && !old.has(`${line.label} ${line.value}`) && { soft: 'ok', round: 'small' })}
                >
                  <bdi>{lineText(line, i18n)}</bdi>
                </Text>
              </Row>
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  )
}
