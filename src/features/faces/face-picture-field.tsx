// The field of a sample's form that takes its picture: uploaded, looked at, and told how good it is before anything is saved.
import { useLingui } from '@lingui/react/macro'
import { Button, Input } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { uploadFaceImage } from '../../contract/endpoints/face.ts'
import { faceLibrary } from '../../domain/face/face.ts'
import { upload } from '../../platform/upload.ts'
import { FacePicture, type PictureOf } from '../../resource/face-picture.tsx'
import { rowOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { acceptOf, useUploadError, useUploadRules } from '../../resource/upload-rules.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { QualityLine } from './quality-line.tsx'
import { renewWaiting, useWaitingFaces } from './use-faces.ts'

/** The address of a stored sample's picture names its row. */
const STORED = /faceSample\/picture\?id=(\d+)$/

function pictureOf(address: string): PictureOf | undefined {
  const id = STORED.exec(address)?.[1]
  if (id !== undefined) return { of: 'sample', id: Number(id), version: 0 }
  return address === '' ? undefined : { of: 'waiting', address }
}

export function FacePictureField({ control }: { control: FieldControl }) {
  const { label, value, onChange, error, disabled: off, values } = control
  const { t } = useLingui()
  const wordsFor = useUploadError()
  const rules = useUploadRules('image')
  const online = useOnline()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [part, setPart] = useState<number>()
  const [failure, setFailure] = useState<unknown>()
  const going = useRef<AbortController>(undefined)
  const address = typeof value === 'string' ? value : ''
  const what = pictureOf(address)
  const waiting = useWaitingFaces(what?.of === 'waiting')
  const found = waiting.data?.find(each => each.picture === address)
  const least = useLeast(values.libraryId)
  const disabled = off || !online || part !== undefined
  const send = async (file: File | undefined) => {
    if (!file || disabled) return
    const own = new AbortController()
    going.current = own
    setFailure(undefined)
    setPart(0)
    try {
      const next = await upload(uploadFaceImage, file, { onProgress: setPart, signal: own.signal })
      await renewWaiting(client)
      onChange(next)
    } catch (reason) {
      if (!own.signal.aborted) setFailure(reason)
    } finally {
      setPart(undefined)
    }
  }
  return (
    <Input.Wrapper
      label={label}
      id={id}
      withAsterisk
      error={failure === undefined ? error : wordsFor(failure)}
      description={t`One person, from the front, in even light.`}
    >
      <Stack gap={2} pad={2} edge="dashed" round="control" above={1}>
        {what && <FacePicture what={what} alt={t`Image of the face`} size="part" />}
        {found && <QualityLine findings={found} least={least} />}
        <Row wrap gap={2}>
          <Button
            variant="default"
            id={id}
            disabled={disabled}
            leftSection={<Icon name="upload" />}
            onClick={() => input.current?.click()}
          >
            {address ? t`Replace` : t`Choose an image`}
          </Button>
          {part !== undefined && (
            <Button variant="subtle" onClick={() => going.current?.abort()}>{t`Cancel`}</Button>
          )}
        </Row>
        {part === undefined ? (
          <Text as="p" size="caption" tone="ink-3">
            {rules}
          </Text>
        ) : (
          <>
            <progress max={1} value={part} aria-label={t`Uploading`} />
            {part >= 1 && (
              <Text as="p" size="caption" tone="ink-3" role="status">
                {t`Looking at the image…`}
              </Text>
            )}
          </>
        )}
        <input
          ref={input}
          type="file"
          name="picture"
          accept={acceptOf('image')}
          hidden
          onChange={event => {
            void send(event.currentTarget.files?.[0])
            // The same file may be chosen again after a refusal.
            event.currentTarget.value = ''
          }}
        />
      </Stack>
    </Input.Wrapper>
  )
}

/** The quality that the chosen library takes. */
function useLeast(libraryId: unknown): number | undefined {
  const may = useRights()
  const id = typeof libraryId === 'number' ? libraryId : 0
  const { data } = useQuery({
    ...rowOptions(faceLibrary, id),
    enabled: id > 0 && may('faceLibrary.read'),
  })
  return data?.qualityThreshold
}
