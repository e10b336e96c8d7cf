// What was found in a picture, told before a sample is saved with it: the figure that counts, and what it comes of.
import { Trans, useLingui } from '@lingui/react/macro'
import { Row, Text } from '../../ui/kit/parts.tsx'

export interface Findings {
  check: 'checked' | 'unchecked'
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
  const { t } = useLingui()
  const { check, quality, faceSize, sharpness, brightness } = findings
  if (check === 'unchecked' || quality === null)
    return (
      <Text as="p" tone="ink-2" size="small">
        <Trans>The quality was not checked: no face engine is installed.</Trans>
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
