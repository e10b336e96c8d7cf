// The panel of a resident's face: the picture, the consent it stands on, and which doors hold it.
import { useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { residentFace } from '../../domain/living/resident-face.ts'
import { FacePicture } from '../../resource/face-picture.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Stack } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'

const when = (at: number | null) => at !== null && <bdi dir="ltr">{formatMoment(at)}</bdi>

export function FacePeek({ face }: { face: RowOf<typeof residentFace> }) {
  const { t } = useLingui()
  const { id, version, residentName, state } = face
  const isThere = state === 'waiting' || state === 'approved'
  return (
    <PeekSection>
      <Stack gap={3}>
        {isThere && (
          <FacePicture what={{ of: 'resident', id, version }} alt={t`Image of ${residentName}`} size="part" />
        )}
        <Facts
          facts={[
            { id: 'place', label: t`Place`, value: `${face.place} · ${face.roomNo}` },
            { id: 'quality', label: t`Quality`, value: face.quality },
            { id: 'birth', label: t`Birthday`, value: <bdi dir="ltr">{face.birthDate}</bdi> },
            { id: 'consent', label: t`Consent given`, value: when(face.consentAt) },
            { id: 'consentBy', label: t`Consent by`, value: face.consentBy },
            { id: 'held', label: t`Held by`, value: face.deliveredTo.join(t`, `) },
            {
              id: 'waiting',
              label: state === 'erased' ? t`Still held by` : t`Not confirmed by`,
              value: face.waitingAt.join(t`, `),
            },
            { id: 'by', label: t`Decided by`, value: face.decidedBy },
            { id: 'at', label: t`Decided at`, value: when(face.decidedAt) },
            { id: 'reason', label: t`Reason`, value: face.reason },
          ]}
        />
      </Stack>
    </PeekSection>
  )
}
