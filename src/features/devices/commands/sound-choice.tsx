// Which sound devices play: their own, an MP3 from an address, or one that is uploaded here.
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { audioAddress } from '../../../domain/device/command-input.ts'
import { ADDRESS_LENGTH } from '../../../domain/limits.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { UploadField } from '../../../resource/upload-field.tsx'
import { Stack } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'

export interface Sound {
  from: 'default' | 'address' | 'file'
  address: string
  file: string
}

export const defaultSound: Sound = { from: 'default', address: '', file: '' }

/** What is sent: no address is the device's own sound. */
export const soundUrl = ({ from, address, file }: Sound): string =>
  from === 'address' ? address.trim() : from === 'file' ? file : ''

/** True where the sound cannot be sent as it is. */
export const soundIsWrong = (sound: Sound): boolean =>
  !audioAddress.safeParse(soundUrl(sound)).success || (sound.from === 'file' && sound.file === '')

export function SoundChoice({ value, onChange }: { value: Sound; onChange: (sound: Sound) => void }) {
  const { t } = useLingui()
  const may = useRights()
  return (
    <Stack gap={3} shrink>
      <SegmentedFilter
        label={t`Sound`}
        stretch
        segments={[
          { value: 'default', label: t`Default sound` },
          { value: 'address', label: t`MP3 address` },
          ...(may('file.save') ? [{ value: 'file' as const, label: t`Upload` }] : []),
        ]}
        value={value.from}
        onChange={from => onChange({ ...value, from })}
      />
      {value.from === 'address' && (
        <TextInput
          label={t`MP3 address`}
          description={t`If it is left empty, the default sound is played.`}
          type="url"
          dir="ltr"
          placeholder="https://"
          maxLength={ADDRESS_LENGTH}
          value={value.address}
          error={soundIsWrong(value) ? t`Enter the address of an MP3, or leave it empty` : undefined}
          onChange={event => onChange({ ...value, address: event.currentTarget.value })}
        />
      )}
      {value.from === 'file' && (
        <UploadField
          kind="file"
          label={t`MP3 file`}
          value={value.file}
          onChange={file => onChange({ ...value, file })}
        />
      )}
    </Stack>
  )
}
