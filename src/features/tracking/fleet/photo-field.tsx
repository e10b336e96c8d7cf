// Photographs the place of an installation, also where there is no network: the picture waits with the rest.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { shrunkPhoto } from '../../../platform/photo.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Column, Row, Text } from '../../../ui/kit/parts.tsx'
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
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const shown = value ?? present ?? undefined
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setFailed(false)
    try {
      onChange(await shrunkPhoto(file))
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
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
          loading={busy}
          leftSection={<Icon name="camera" />}
          onClick={() => input.current?.click()}
        >
          {shown ? <Trans>Take another</Trans> : <Trans>Take a photo</Trans>}
        </Button>
        {value && (
          <Button variant="subtle" onClick={() => onChange(undefined)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </Row>
      {failed && (
        <Text as="p" size="small" tone="critical" role="alert">
          <Trans>This file cannot be read as an image.</Trans>
        </Text>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          void take(file)
        }}
      />
    </Column>
  )
}
