// A capture beside the list: both pictures next to each other, for the person who says whether they show the same one.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { faceCapture } from '../../domain/face/face.ts'
import { FacePicture } from '../../resource/face-picture.tsx'
import { calendarMoment } from '../../ui/calendar.ts'
import { Facts } from '../../ui/facts.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'

export function CapturePeek({ capture }: { capture: RowOf<typeof faceCapture> }) {
  const { t } = useLingui()
  const { id, version, sampleId, personName, similarity, state } = capture
  const matched = sampleId !== null
  return (
    <PeekSection>
      <Stack gap={3}>
        <Stack gap={2} cols={matched ? 'repeat(2, minmax(0, 1fr))' : undefined}>
          <Stack gap={1}>
            <FacePicture what={{ of: 'captured', id, version }} alt={t`Captured image`} size="part" />
            <Text size="caption" tone="ink-3" text="center">
              <Trans>Captured</Trans>
            </Text>
          </Stack>
          {matched && (
            <Stack gap={1}>
              <FacePicture
                what={{ of: 'matched', id, version }}
                alt={t`Image of ${personName ?? ''}`}
                size="part"
              />
              <Text size="caption" tone="ink-3" text="center" breaks>
                <bdi>{personName}</bdi>
              </Text>
            </Stack>
          )}
        </Stack>
        {similarity !== null && (
          <Row wrap gap={2} columnGap={3}>
            <Text strong>{t`Similarity ${similarity} of 100`}</Text>
          </Row>
        )}
        {state === 'suggested' && (
          <Text as="p" tone="ink-2" size="small">
            <Trans>This is a suggestion. Compare both images yourself before you confirm it.</Trans>
          </Text>
        )}
        {state === 'unknown' && (
          <Text as="p" tone="ink-2" size="small">
            <Trans>Nobody in the libraries is similar enough.</Trans>
          </Text>
        )}
        <Facts
          facts={[
            {
              id: 'at',
              label: t({ context: 'picture', message: 'Taken' }),
              value: <bdi dir="ltr">{calendarMoment(capture.at)}</bdi>,
            },
            { id: 'place', label: t`Place`, value: capture.place },
            { id: 'device', label: t`Device`, value: capture.deviceName },
            { id: 'library', label: t`Face library`, value: capture.libraryName },
            { id: 'labels', label: t`Labels`, value: capture.labels },
            { id: 'by', label: t`Decided by`, value: capture.judgedBy },
            {
              id: 'judged',
              label: t`Decided at`,
              value:
                capture.judgedAt === null ? undefined : (
                  <bdi dir="ltr">{calendarMoment(capture.judgedAt)}</bdi>
                ),
            },
            {
              id: 'until',
              label: t`Kept until`,
              value: <bdi dir="ltr">{calendarMoment(capture.expiresAt)}</bdi>,
            },
          ]}
        />
      </Stack>
    </PeekSection>
  )
}
