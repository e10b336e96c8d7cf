// Asks why something recorded is to be kept.
import { useLingui } from '@lingui/react/macro'
import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { HOLD_REASON_LENGTH } from '../../domain/recordings/recording.ts'
import { Row, Stack } from '../../ui/kit/parts.tsx'

export function HoldDialog({ onHold, onClose }: { onHold: (reason: string) => void; onClose: () => void }) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const missing = reason.trim() === ''
  return (
    <Modal
      opened
      onClose={onClose}
      title={t({ context: 'recording', message: 'Hold' })}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap={3}>
        <Textarea
          label={t`Reason`}
          withAsterisk
          autosize
          minRows={2}
          maxLength={HOLD_REASON_LENGTH}
          value={reason}
          error={tried && missing ? t`Must not be empty` : undefined}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <Row gap={2} justify="end">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button onClick={() => (missing ? setTried(true) : onHold(reason.trim()))}>
            {t({ context: 'recording', message: 'Hold' })}
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}
