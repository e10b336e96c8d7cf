// Opens a row of a list by the label on the thing, one after the other: the button stays where it is.
import { Trans } from '@lingui/react/macro'
import { ScanButton } from '../../resource/scan/scan-button.tsx'
import { Muted, Row } from '../../ui/kit/parts.tsx'

export function ScanRow({ entityKey, path }: { entityKey: string; path: string }) {
  return (
    <Row gap={2}>
      <ScanButton
        entityKey={entityKey}
        onFound={({ id }) => {
          globalThis.location.hash = `${path}?open=${id}`
        }}
      />
      <Muted>
        <Trans>Scan a label to open what it stands on</Trans>
      </Muted>
    </Row>
  )
}
