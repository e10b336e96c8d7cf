// Photographs the place of an installation, also where there is no network: the picture waits with the rest.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useCameraPhoto } from '../../../resource/camera-photo.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Column, Row } from '../../../ui/kit/parts.tsx'
import css from './placing-form.module.css'

interface PhotoFieldProps {
  /** Data of the new photograph. */
  value: string | undefined
  /** Address of the one there is. */
  present: string | null | undefined
  onChange: (data: string | undefined) => void
}

export function PhotoField({ value, present, onChange }: PhotoFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const camera = useCameraPhoto(onChange)
  const shown = value ?? present ?? undefined
  return (
    <Column gap={2}>
      <label className={look({ size: 'small', strong: true })} htmlFor={id}>
        <Trans>Photo of the place</Trans>
      </label>
      {shown && (
        <img
          className={look({ fits: true, atBlock: 'start', round: 'control', contain: true }, css.picture)}
          src={shown}
          alt={t`Where it was installed`}
        />
      )}
      <Row wrap align="stretch" gap={2}>
        <Button
          id={id}
          variant="default"
          loading={camera.busy}
          leftSection={<Icon name="camera" />}
          onClick={camera.open}
        >
          {shown ? <Trans>Take another</Trans> : <Trans>Take a photo</Trans>}
        </Button>
        {value && (
          <Button variant="subtle" onClick={() => onChange(undefined)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </Row>
      {camera.input}
    </Column>
  )
}
