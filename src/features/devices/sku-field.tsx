// The SKU of a device in its form: the code, and the picture of the product, in the one text that holds both.
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { changedSku, readSku } from '../../domain/device/sku.ts'
import { UploadField } from '../../resource/upload-field.tsx'
import type { FieldControl } from '../../resource/view.ts'

export function SkuField({ value, onChange, error, disabled, label }: FieldControl) {
  const { t } = useLingui()
  const text = typeof value === 'string' ? value : ''
  const { code, imgSrc } = readSku(text)
  return (
    <>
      <TextInput
        label={label}
        value={code}
        maxLength={100}
        disabled={disabled}
        error={error}
        onChange={event => onChange(changedSku(text, { code: event.currentTarget.value }))}
      />
      <UploadField
        kind="image"
        label={t`Product image`}
        value={imgSrc}
        disabled={disabled}
        onChange={address => onChange(changedSku(text, { imgSrc: address }))}
      />
    </>
  )
}
