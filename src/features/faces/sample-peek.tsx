// A sample beside the list: the picture, how good it is, and the consent it stands on.
import { useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { faceSample } from '../../domain/face/face.ts'
import { FacePicture } from '../../resource/face-picture.tsx'
import { calendarMoment } from '../../ui/calendar.ts'
import { Facts } from '../../ui/facts.tsx'
import { Stack } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { QualityLine } from './quality-line.tsx'

const when = (at: number | null | undefined) =>
  at == null ? undefined : <bdi dir="ltr">{calendarMoment(at)}</bdi>

export function SamplePeek({ sample }: { sample: RowOf<typeof faceSample> }) {
  const { t } = useLingui()
  const { id, version, personName } = sample
  return (
    <PeekSection>
      <Stack gap={3}>
        <FacePicture what={{ of: 'sample', id, version }} alt={t`Image of ${personName}`} size="part" />
        <QualityLine findings={sample} />
        <Facts
          facts={[
            { id: 'library', label: t`Face library`, value: sample.libraryName },
            { id: 'labels', label: t`Labels`, value: sample.labels },
            { id: 'birth', label: t`Birthday`, value: <bdi dir="ltr">{sample.birthDate}</bdi> },
            { id: 'purpose', label: t`Purpose`, value: sample.consentPurpose },
            { id: 'given', label: t`Consent given`, value: when(sample.consentAt) },
            { id: 'ends', label: t`Consent ends`, value: when(sample.expiresAt) },
            { id: 'guardian', label: t`Guardian`, value: sample.guardianName },
            { id: 'guardianAt', label: t`Guardian’s consent`, value: when(sample.guardianAt) },
          ]}
        />
      </Stack>
    </PeekSection>
  )
}
