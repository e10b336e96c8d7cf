// A text that devices speak, with what is left of its length.
import { useLingui } from '@lingui/react/macro'
import { Textarea } from '@mantine/core'

/** As the command's input allows. */
export const SPOKEN_LENGTH = 200

interface TextToSpeakProps {
  value: string
  /** True once somebody tried to send it. */
  tried: boolean
  onChange: (text: string) => void
}

export function TextToSpeak({ value, tried, onChange }: TextToSpeakProps) {
  const { t } = useLingui()
  const length = value.length
  return (
    <Textarea
      label={t`Text to speak`}
      description={t`${length} of ${SPOKEN_LENGTH} characters`}
      autosize
      minRows={3}
      maxLength={SPOKEN_LENGTH}
      value={value}
      error={tried && !value.trim() ? t`Content to send must not be empty` : undefined}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
