// What is published of a seal: the head of its chain as a code to read out, as a picture, and on paper, and when an authority saw it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { createPortal } from 'react-dom'
import type { CaseContents } from '../../contract/endpoints/evidence-case.ts'
import type { evidenceCase } from '../../domain/case-file/evidence-case.ts'
import { sealText, shortCode } from '../../domain/case-file/short-code.ts'
import type { RowOf } from '../../domain/entity.ts'
import { TextPicture } from '../../resource/scan/label-picture.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import paper from '../../ui/paper.module.css'
import { PeekSection } from '../../ui/peek-panel.tsx'
import css from './seal-section.module.css'

interface SealSectionProps {
  row: Pick<RowOf<typeof evidenceCase>, 'number' | 'title' | 'sealedAt' | 'sealedByName'>
  seal: NonNullable<CaseContents['seal']>
  stamp: CaseContents['stamp']
  /** An authority is asked in this installation. */
  stamps: boolean
  fingerprint: string
}

export function SealSection(props: SealSectionProps) {
  const { row, seal, fingerprint } = props
  const { t } = useLingui()
  const picture = (
    <TextPicture
      text={sealText({ number: row.number, head: seal.head, fingerprint })}
      label={t`QR code of the seal`}
    />
  )
  return (
    <PeekSection title={<Trans>The seal</Trans>}>
      <Stack gap={3}>
        <Text as="p" tone="ink-2">
          <Trans>
            Keep this somewhere else than the archive: write the code down, photograph the picture, or print
            it. An archive with another head is not this case.
          </Trans>
        </Text>
        <SealFacts {...props} />
        <Box className={css.picture}>{picture}</Box>
        <Button variant="default" leftSection={<Icon name="report" />} onClick={() => globalThis.print()}>
          {t`Print the seal`}
        </Button>
      </Stack>
      {createPortal(
        <div className={paper.paper} aria-hidden="true">
          <h1>
            <bdi>{row.number}</bdi> · <bdi>{row.title}</bdi>
          </h1>
          <SealFacts {...props} />
          <div className={css.picture}>{picture}</div>
        </div>,
        document.body,
      )}
    </PeekSection>
  )
}

function SealFacts({ row, seal, stamp, stamps, fingerprint }: SealSectionProps) {
  const { t } = useLingui()
  return (
    <Facts
      facts={[
        {
          id: 'code',
          label: t`Short code`,
          value: (
            <Text mono strong>
              <bdi dir="ltr">{shortCode(seal.head)}</bdi>
            </Text>
          ),
        },
        {
          id: 'sealed',
          label: t`Sealed at`,
          value: row.sealedAt !== null && <bdi dir="ltr">{formatMoment(row.sealedAt)}</bdi>,
        },
        { id: 'by', label: t`Sealed by`, value: row.sealedByName },
        {
          id: 'stamp',
          label: t`Time stamp`,
          value: stamp ? (
            <>
              <bdi dir="ltr">{formatMoment(stamp.at)}</bdi> · <bdi>{stamp.authority}</bdi>
            </>
          ) : (
            stamps && t`The authority has not answered yet`
          ),
        },
        { id: 'head', label: t`Head of the chain`, value: <Hash text={seal.head} /> },
        { id: 'count', label: t`Lines of the chain`, value: seal.count },
        { id: 'manifest', label: t`SHA-256 of the manifest`, value: <Hash text={seal.manifest} /> },
        { id: 'key', label: t`Fingerprint of the key`, value: <Hash text={fingerprint} /> },
      ]}
    />
  )
}

export const Hash = ({ text }: { text: string }) => (
  <Box as="code" dir="ltr" breaks>
    {text}
  </Box>
)
