// Pictures for an import: many are uploaded at once and looked at one by one; a sheet then names them by their files.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { discardFaces, uploadFaceImage, type WaitingFace } from '../../contract/endpoints/face.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { upload } from '../../platform/upload.ts'
import { FacePicture } from '../../resource/face-picture.tsx'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { acceptOf, useUploadError } from '../../resource/upload-rules.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { QualityLine } from './quality-line.tsx'
import { renewWaiting, useWaitingFaces } from './use-faces.ts'

interface Refusal {
  key: number
  name: string
  error: unknown
}

/** Uploads one after the other: the engine looks at one picture at a time. */
function useUploads() {
  const client = useQueryClient()
  const next = useRef(1)
  const [left, setLeft] = useState(0)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const send = async (files: readonly File[]) => {
    setRefused([])
    setLeft(before => before + files.length)
    for (const file of files) {
      try {
        await upload(uploadFaceImage, file)
        await renewWaiting(client)
      } catch (error) {
        setRefused(before => [...before, { key: next.current++, name: file.name, error }])
      } finally {
        setLeft(before => before - 1)
      }
    }
  }
  return { left, refused, send }
}

export function FaceTray() {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const { data = [] } = useWaitingFaces(true)
  const { left, refused, send } = useUploads()
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  if (!may('faceSample.import')) return null
  if (!open && data.length === 0 && left === 0)
    return (
      <Box>
        <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => setOpen(true)}>
          {t`Images for an import`}
        </Button>
      </Box>
    )
  return (
    <Card as="section" stack gap={3} aria-labelledby="face-tray" maw={1080}>
      <Row wrap gap={2} justify="between">
        <SectionTitle id="face-tray">
          <Trans>Images for an import</Trans>
        </SectionTitle>
        <Button
          variant="default"
          disabled={!online || left > 0}
          loading={left > 0}
          leftSection={<Icon name="upload" />}
          onClick={() => input.current?.click()}
        >
          {t`Choose images`}
        </Button>
      </Row>
      <Text as="p" tone="ink-2" size="small">
        <Trans>
          Upload the images here, then import a sheet whose column for the image has the names of their files.
          What has not become a sample after a day is erased.
        </Trans>
      </Text>
      {left > 0 && (
        <Text as="p" size="small" role="status">
          <Plural value={left} one="# image is on its way" other="# images are on their way" />
        </Text>
      )}
      <Refusals refused={refused} />
      <Waiting faces={data} />
      <input
        ref={input}
        type="file"
        name="pictures"
        multiple
        accept={acceptOf('image')}
        hidden
        onChange={event => {
          void send([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </Card>
  )
}

function Refusals({ refused }: { refused: readonly Refusal[] }) {
  const wordsFor = useUploadError()
  if (refused.length === 0) return null
  return (
    <List stack gap={1} role="alert">
      {refused.map(({ key, name, error }) => (
        <Text as="li" key={key} tone="critical" size="small" breaks>
          <bdi>{name}</bdi>: {wordsFor(error)}
        </Text>
      ))}
    </List>
  )
}

function Waiting({ faces }: { faces: readonly WaitingFace[] }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const discard = async (pictures: string[]) => {
    try {
      await sendRequest(discardFaces, { pictures })
      await renewWaiting(client)
      showToast({ kind: 'ok', message: msg`Erased` })
    } catch (error) {
      showFailure(error)
    }
  }
  if (faces.length === 0) return null
  return (
    <>
      <List stack gap={2} atMostTall="part" scroll="y" aria-label={t`Uploaded images`}>
        {faces.map(face => (
          <Row as="li" key={face.picture} gap={3}>
            <FacePicture what={{ of: 'waiting', address: face.picture }} alt="" size="thumb" />
            <Stack gap={0} grow shrink>
              <Text breaks>
                <bdi>{face.name}</bdi>
              </Text>
              <QualityLine findings={face} />
            </Stack>
            <IconButton
              icon="trash"
              label={t`Erase ${face.name}`}
              disabled={!online}
              onClick={() => void discard([face.picture])}
            />
          </Row>
        ))}
      </List>
      {faces.length > 1 && (
        <Box>
          <Button
            variant="subtle"
            disabled={!online}
            onClick={() => void discard(faces.slice(0, 500).map(({ picture }) => picture))}
          >{t`Erase all of them`}</Button>
        </Box>
      )}
    </>
  )
}
