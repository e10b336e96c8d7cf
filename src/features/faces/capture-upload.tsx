// A capture that somebody has as a file: uploaded, compared, and put before the list.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { uploadCapture } from '../../contract/endpoints/face.ts'
import { faceCapture } from '../../domain/face/face.ts'
import { PLACE_LENGTH } from '../../domain/limits.ts'
import { showToast } from '../../platform/toast.ts'
import { upload } from '../../platform/upload.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { acceptOf, useUploadError } from '../../resource/upload-rules.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, Row, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { useFaceState } from './use-faces.ts'

export function CaptureUpload() {
  const { t } = useLingui()
  const may = useRights()
  const state = useFaceState()
  const [open, setOpen] = useState(false)
  if (!may(uploadCapture.access) || state.data?.engine !== 'worker') return null
  if (!open)
    return (
      <Box>
        <Button leftSection={<Icon name="upload" />} onClick={() => setOpen(true)}>
          {t`Compare an image`}
        </Button>
      </Box>
    )
  return <UploadPanel onClose={() => setOpen(false)} />
}

function UploadPanel({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const wordsFor = useUploadError()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [place, setPlace] = useState('')
  const [deviceId, setDeviceId] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const send = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setFailure(undefined)
    try {
      const fields = {
        place: place.trim() || undefined,
        deviceId: typeof deviceId === 'number' ? deviceId : undefined,
      }
      const made = await upload(uploadCapture, file, { fields })
      await invalidateEntity(client, faceCapture)
      showToast({
        kind: 'ok',
        message: made.state === 'suggested' ? msg`Somebody similar was found` : msg`Nobody similar was found`,
      })
      onClose()
      await navigate({ to: '/getFaceList', search: { open: made.id } })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card as="section" stack gap={3} aria-labelledby="capture-upload" maw={860}>
      <SectionTitle id="capture-upload">
        <Trans>Compare an image</Trans>
      </SectionTitle>
      <Text as="p" tone="ink-2" size="small">
        <Trans>
          The image must show one person. It is compared with all libraries of your tenant, and the search is
          written down in the audit log.
        </Trans>
      </Text>
      <Row wrap align="start" gap={3}>
        <TextInput
          label={t`Place`}
          name="place"
          value={place}
          maxLength={PLACE_LENGTH}
          disabled={busy}
          onChange={event => setPlace(event.currentTarget.value)}
        />
        {may('device.read') && (
          <ReferenceSelect
            label={t`Device`}
            name="deviceId"
            entityKey="device"
            value={deviceId}
            error={undefined}
            disabled={busy}
            clearable
            onChange={setDeviceId}
          />
        )}
      </Row>
      {failure !== undefined && (
        <Text as="p" tone="critical" size="small" role="alert">
          {wordsFor(failure)}
        </Text>
      )}
      <Row wrap gap={2}>
        <Button
          loading={busy}
          disabled={!online}
          leftSection={<Icon name="upload" />}
          onClick={() => input.current?.click()}
        >
          {t`Choose an image`}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={onClose}>{t`Cancel`}</Button>
      </Row>
      <input
        ref={input}
        type="file"
        name="capture"
        accept={acceptOf('image')}
        hidden
        onChange={event => {
          void send(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </Card>
  )
}
