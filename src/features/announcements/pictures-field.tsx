// Several pictures of a form: each is uploaded as it is chosen, and can be taken away again.
import { useLingui } from '@lingui/react/macro'
import { MOST_PICTURES } from '../../domain/announcement/announcement.ts'
import { UploadField } from '../../resource/upload-field.tsx'
import type { FieldControl } from '../../resource/view.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Row, Stack } from '../../ui/kit/parts.tsx'

export function PicturesField({ value, onChange, error, disabled, label }: FieldControl) {
  const { t } = useLingui()
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Stack gap={2}>
      {chosen.length > 0 && (
        <List row wrap gap={2} aria-label={label}>
          {chosen.map((address, place) => (
            <Row as="li" key={address} gap={1}>
              <img
                className={look({ ground: 'sunken', round: 'small', cover: true, square: 16 })}
                src={address}
                alt={t`Attachment ${place + 1}`}
              />
              <IconButton
                icon="close"
                label={t`Take picture ${place + 1} away`}
                disabled={disabled}
                onClick={() => onChange(chosen.filter(each => each !== address))}
              />
            </Row>
          ))}
        </List>
      )}
      {chosen.length < MOST_PICTURES && (
        <UploadField
          kind="image"
          label={label}
          value=""
          error={error}
          disabled={disabled}
          onChange={address => address && !chosen.includes(address) && onChange([...chosen, address])}
        />
      )}
    </Stack>
  )
}
