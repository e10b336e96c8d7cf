// The labels of chosen rows: shown as they will be, and printed as a sheet.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { createPortal } from 'react-dom'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Icon } from '../../ui/icons.tsx'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { LabelPicture, TextPicture } from './label-picture.tsx'
import css from './labels.module.css'

export interface Label {
  code: string
  name: string
  /** Second line, such as a number or a place. */
  detail?: string | undefined
  /** What the picture holds in place of the address that opens the thing here. */
  holds?: string | undefined
}

export function LabelsDrawer({ labels, onClose }: { labels: readonly Label[]; onClose: () => void }) {
  useFocusBack()
  const { t } = useLingui()
  const phone = useScreen() === 'phone'
  return (
    <>
      <Drawer
        opened
        onClose={onClose}
        position="right"
        size={phone ? '100%' : 520}
        title={t`Labels`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <Stack gap={4}>
          <Text as="p" tone="ink-2">
            <Plural
              value={labels.length}
              one="One label, 50 × 30 mm, on A4."
              other="# labels, 50 × 30 mm each, on A4."
            />{' '}
            <Trans>Whoever scans it with a phone comes to this thing here.</Trans>
          </Text>
          <Button leftSection={<Icon name="report" />} onClick={() => globalThis.print()}>
            {t`Print`}
          </Button>
          <ShownLabels labels={labels} />
        </Stack>
      </Drawer>
      <PrintedLabels labels={labels} />
    </>
  )
}

export const ShownLabels = ({ labels }: { labels: readonly Label[] }) => (
  <div className={css.shown}>
    <Labels labels={labels} />
  </div>
)

/** The sheet that the printer gets. */
export const PrintedLabels = ({ labels }: { labels: readonly Label[] }) =>
  createPortal(
    <div className={css.sheet} aria-hidden="true">
      <Labels labels={labels} />
    </div>,
    document.body,
  )

function Labels({ labels }: { labels: readonly Label[] }) {
  const { t } = useLingui()
  return labels.map(({ code, name, detail, holds }) => (
    <div key={code} className={css.label}>
      {holds === undefined ? (
        <LabelPicture code={code} label={t`QR code of ${name}`} />
      ) : (
        <TextPicture text={holds} label={t`QR code of ${name}`} />
      )}
      <Stack gap={1} shrink>
        <Text strong breaks size="small">
          {name}
        </Text>
        {detail && (
          <Text breaks size="caption">
            {detail}
          </Text>
        )}
        <Text mono breaks size="caption">
          <bdi>{code}</bdi>
        </Text>
      </Stack>
    </div>
  ))
}
