// What was found in a picture, told before a sample is saved with it: the figure that counts, and what it comes of.
import { Trans, useLingui } from '@lingui/react/macro'
import type * as z from 'zod/mini'
import type { faceCheck, faceFlaw } from '../../domain/face/face.ts'
import { RequestError } from '../../platform/request-error.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'

export interface Findings {
  check: z.output<typeof faceCheck>
  flaw?: z.output<typeof faceFlaw> | null
  quality: number | null
  faceSize: number | null
  sharpness: number | null
  brightness: number | null
}

interface QualityLineProps {
  findings: Findings
  /** What the chosen library takes. */
  least?: number | undefined
}

export function QualityLine({ findings, least }: QualityLineProps) {
  const { t, i18n } = useLingui()
  const { check, flaw, quality, faceSize, sharpness, brightness } = findings
  if (flaw)
    return (
      <Stack gap={1} size="small">
        <Text as="p" tone="critical">
          {flaw === 'face.quality'
            ? t`The quality of the image is below what this library takes.`
            : i18n._(wordsForError(new RequestError({ kind: 'refused', id: flaw })))}
        </Text>
        <Text as="p" tone="ink-2">
          <Trans>
            The image was checked after the sample was added. Replace it: until then nothing is compared with
            this sample.
          </Trans>
        </Text>
      </Stack>
    )
  if (check === 'unchecked' || quality === null)
    return (
      <Text as="p" tone="ink-2" size="small">
        <Trans>The quality has not been checked yet: that takes a face engine.</Trans>
      </Text>
    )
  const enough = least === undefined || quality >= least
  return (
    <Row wrap gap={1} columnGap={3} size="small" role="status">
      <Text strong tone={enough ? 'ok' : 'critical'}>
        {least === undefined
          ? t`Quality ${quality} of 100`
          : enough
            ? t`Quality ${quality} of 100, the library takes ${least} and more`
            : t`Quality ${quality} of 100, but the library takes only ${least} and more`}
      </Text>
      <Text tone="ink-3">{t`Face ${faceSize ?? 0} px`}</Text>
      <Text tone="ink-3">{t`Sharpness ${sharpness ?? 0}`}</Text>
      <Text tone="ink-3">{t`Brightness ${brightness ?? 0} of 255`}</Text>
    </Row>
  )
}
