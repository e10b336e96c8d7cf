// Photos in a form: taken with the camera or chosen, kept as data until they are sent, so that they wait with what they belong to.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Input } from '@mantine/core'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { List, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { useCameraPhoto } from './camera-photo.tsx'
import type { FieldControl } from './view.ts'

const photosIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** The field holds addresses of uploaded photos, and data of those that were taken since. */
export function PhotosField({ control, most = 9 }: { control: FieldControl; most?: number }) {
  const { value, onChange, label, error, disabled } = control
  const { t } = useLingui()
  const photos = photosIn(value)
  const camera = useCameraPhoto(data => onChange([...photos, data]))
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Stack gap={2}>
        {photos.length > 0 && (
          <List row wrap gap={2}>
            {photos.map((photo, index) => (
              <li key={photo}>
                <Stack gap={1}>
                  <img
                    src={photo}
                    alt={t`${index + 1} of ${photos.length}`}
                    className={look({
                      ground: 'sunken',
                      round: 'control',
                      square: 16,
                      cover: true,
                      block: true,
                    })}
                  />
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    disabled={disabled}
                    aria-label={t`Remove photo ${index + 1}`}
                    onClick={() => onChange(photos.filter(each => each !== photo))}
                  >
                    <Icon name="trash" size={16} />
                  </Button>
                </Stack>
              </li>
            ))}
          </List>
        )}
        <Row wrap gap={2}>
          <Button
            variant="default"
            loading={camera.busy}
            disabled={disabled || photos.length >= most}
            leftSection={<Icon name="camera" />}
            onClick={camera.open}
          >
            {t`Take a photo`}
          </Button>
          <Text size="caption" tone="ink-3">
            <Trans>
              {photos.length} of {most}
            </Trans>
          </Text>
        </Row>
        {camera.input}
      </Stack>
    </Input.Wrapper>
  )
}
