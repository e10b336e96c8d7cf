// A place to drop files on, with a button for who does not drag, and what is accepted said beforehand.
import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { Icon, type IconName } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Row, Text } from '../ui/kit/parts.tsx'
import css from './drop-zone.module.css'

interface DropZoneProps {
  icon?: IconName
  title: ReactNode
  rules: ReactNode
  button: string
  accept: string
  multiple?: boolean
  disabled?: boolean
  /** Opens the camera of a phone instead of its files. */
  camera?: { label: string; kind: 'image/*' | 'video/*' }
  onFiles: (files: File[]) => void
}

export function DropZone(props: DropZoneProps) {
  const { icon = 'upload', title, rules, button, accept, multiple = false, disabled = false, camera } = props
  const input = useRef<HTMLInputElement>(null)
  const lens = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !disabled) props.onFiles(multiple ? files : files.slice(0, 1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same
    <div
      className={look({
        stack: true,
        items: 'center',
        gap: 2,
        padX: 4,
        padY: 6,
        round: 'card',
        tone: 'ink-3',
        text: 'center',
        ground: 'sunken',
        edge: 'dashed',
        chosen: true,
      })}
      data-current={over}
      onDragOver={event => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <Icon name={icon} size={28} />
      <Text as="p" strong tone="ink">
        {title}
      </Text>
      <Text as="p" size="small" tone="ink-2" atMost="line">
        {rules}
      </Text>
      <Row wrap align="stretch" justify="center" gap={2} padAbove={2}>
        <Button disabled={disabled} onClick={() => input.current?.click()} data-autofocus>
          {button}
        </Button>
        {camera && (
          <Button
            variant="default"
            className={css.camera ?? ''}
            disabled={disabled}
            leftSection={<Icon name="camera" />}
            onClick={() => lens.current?.click()}
          >
            {camera.label}
          </Button>
        )}
      </Row>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        onChange={event => {
          take(event.currentTarget.files)
          // The same file may be chosen once more.
          event.currentTarget.value = ''
        }}
      />
      {camera && (
        <input
          ref={lens}
          type="file"
          accept={camera.kind}
          capture="environment"
          hidden
          onChange={event => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      )}
    </div>
  )
}
