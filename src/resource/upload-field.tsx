// A form field that holds the address of an uploaded file: choose, drop or take one, watch it go, see what it is.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { uploadFile, uploadHeaderImage, uploadVideo } from '../contract/endpoints/file.ts'
import { uploadDrawing } from '../contract/endpoints/indoor.ts'
import { SHOWN_ADDRESS } from '../domain/limits.ts'
import { showToast } from '../platform/toast.ts'
import { type UploadOptions, upload } from '../platform/upload.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Center, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../ui/locale.ts'
import { useOnline } from './surroundings.ts'
import css from './upload-field.module.css'
import { acceptOf, useUploadError, useUploadRules } from './upload-rules.ts'

/** What is done with a chosen file before it goes up. */
export interface Preparing {
  signal: AbortSignal
  /** Says what is being done and how far it is, from 0 to 1; without a part nobody knows. */
  onProgress(doing: MessageDescriptor, part?: number): void
  /** Whether to go on. */
  ask(question: Question): Promise<boolean>
}

interface Question {
  words: MessageDescriptor
  yes: MessageDescriptor
}

/** What the field is at, between the choice of a file and its address. */
type Stage =
  | { is: 'going'; doing: MessageDescriptor; part?: number | undefined }
  | { is: 'asking'; question: Question; answer(yes: boolean): void }

const UPLOADING = msg`Uploading`

interface UploadFieldProps {
  kind: 'image' | 'file' | 'plan' | 'video' | 'advert'
  label: string
  name?: string
  description?: string
  value: unknown
  error?: string | undefined
  disabled?: boolean
  withAsterisk?: boolean
  'data-autofocus'?: boolean
  /** Makes of the chosen file what goes up; undefined: nothing does. */
  prepare?: (file: File, preparing: Preparing) => Promise<File | undefined>
  /** Brings the file up and answers its address; absent: it goes where its kind belongs. */
  send?: (file: File, options: UploadOptions) => Promise<string>
  onChange: (address: string) => void
}

export function UploadField(props: UploadFieldProps) {
  const { kind, label, description, value, error, withAsterisk, onChange } = props
  const { t } = useLingui()
  const wordsFor = useUploadError()
  const online = useOnline()
  const rules = useUploadRules(kind)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [stage, setStage] = useState<Stage>()
  const [failure, setFailure] = useState<unknown>()
  const [over, setOver] = useState(false)
  const going = useRef<AbortController>(undefined)
  const address = typeof value === 'string' ? value : ''
  const disabled = (props.disabled ?? false) || !online
  const send = async (file: File | undefined) => {
    if (!file || disabled) return
    const own = new AbortController()
    going.current?.abort()
    going.current = own
    setFailure(undefined)
    const { signal } = own
    const report = (doing: MessageDescriptor, part?: number) => {
      if (going.current === own) setStage({ is: 'going', doing, part })
    }
    const ask = (question: Question) =>
      new Promise<boolean>(resolve => {
        const answer = (yes: boolean) => {
          setStage(undefined)
          resolve(yes)
        }
        signal.addEventListener('abort', () => resolve(false))
        setStage({ is: 'asking', question, answer })
      })
    try {
      const ready = props.prepare ? await props.prepare(file, { signal, onProgress: report, ask }) : file
      if (!ready || signal.aborted) return
      report(UPLOADING, 0)
      const options = { onProgress: (part: number) => report(UPLOADING, part), signal }
      const sentTo = await (props.send ? props.send(ready, options) : sent(kind, ready, options))
      if (signal.aborted) return
      onChange(sentTo)
      showToast({ kind: 'ok', message: msg`Upload success` })
    } catch (reason) {
      if (!signal.aborted) setFailure(reason)
    } finally {
      if (going.current === own) setStage(undefined)
    }
  }
  return (
    <Input.Wrapper
      label={label}
      id={id}
      {...(withAsterisk && { withAsterisk })}
      {...(description && { description })}
      error={failure === undefined ? error : wordsFor(failure)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
      <div
        className={look({
          row: true,
          gap: 3,
          pad: 2,
          ground: 'surface',
          edge: 'dashed',
          round: 'control',
          chosen: true,
          above: description ? 2 : 1,
          below: 1,
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
          void send(event.dataTransfer.files[0])
        }}
      >
        <Preview kind={kind} address={address} />
        <Stack gap={2} grow shrink>
          <Row wrap align="stretch" gap={2}>
            <Button
              variant="default"
              id={id}
              disabled={disabled || stage !== undefined}
              leftSection={<Icon name="upload" />}
              onClick={() => input.current?.click()}
              {...(props['data-autofocus'] && { 'data-autofocus': true })}
            >
              {address
                ? t`Replace`
                : kind === 'image' || kind === 'plan'
                  ? t`Choose an image`
                  : t`Choose a file`}
            </Button>
            {stage?.is === 'going' && (
              <Button variant="subtle" onClick={() => going.current?.abort()}>{t`Cancel`}</Button>
            )}
            {address && !stage && (
              <Button variant="subtle" disabled={disabled} onClick={() => onChange('')}>{t`Remove`}</Button>
            )}
          </Row>
          {stage ? (
            <Under stage={stage} />
          ) : (
            <Text as="p" size="caption" tone="ink-3">
              {rules}
            </Text>
          )}
        </Stack>
        <input
          ref={input}
          type="file"
          name={props.name}
          accept={acceptOf(kind)}
          hidden
          onChange={event => {
            const [file] = event.currentTarget.files ?? []
            void send(file)
            // The same file may be chosen again after a refusal.
            event.currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}

function Under({ stage }: { stage: Stage }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale(), { style: 'percent' })
  if (stage.is === 'asking')
    return (
      <Stack gap={2} role="alert">
        <Text as="p">{i18n._(stage.question.words)}</Text>
        <Row wrap gap={2}>
          <Button onClick={() => stage.answer(true)}>{i18n._(stage.question.yes)}</Button>
          <Button variant="subtle" onClick={() => stage.answer(false)}>{t`Cancel`}</Button>
        </Row>
      </Stack>
    )
  const { doing, part } = stage
  return (
    <Stack gap={1}>
      <progress max={1} {...(part !== undefined && { value: part })} aria-label={i18n._(doing)} />
      <Text as="span" size="caption" tone="ink-3" aria-hidden>
        {i18n._(doing)}
        {part !== undefined && <bdi> · {number.format(part)}</bdi>}
      </Text>
    </Stack>
  )
}

/** Uploads it where its kind belongs. Answers its address. */
async function sent(kind: UploadFieldProps['kind'], file: File, options: UploadOptions): Promise<string> {
  if (kind === 'image') return upload(uploadHeaderImage, file, options)
  if (kind === 'plan') return (await upload(uploadDrawing, file, options)).url
  return (await upload(kind === 'video' ? uploadVideo : uploadFile, file, options)).url
}

const signs = { file: 'report', plan: 'map', image: 'camera', video: 'video', advert: 'video' } as const

function Preview({ kind, address }: { kind: UploadFieldProps['kind']; address: string }) {
  const { t } = useLingui()
  const known = SHOWN_ADDRESS.test(address)
  if (kind === 'plan' && known)
    return (
      <a
        className={look({ rigid: true }, css.plan)}
        href={address}
        target="_blank"
        rel="noreferrer"
        aria-label={t`Open the image`}
      >
        <img src={address} alt="" />
      </a>
    )
  if (kind === 'image' && known)
    return (
      <img
        className={look(
          { center: true, rigid: true, ground: 'sunken', round: 'control', tone: 'ink-3', contain: true },
          css.picture,
        )}
        src={address}
        alt=""
      />
    )
  if (known) {
    return (
      <a
        className={look(
          { center: true, rigid: true, ground: 'sunken', round: 'control', tone: 'ink-3', contain: true },
          css.picture,
        )}
        href={address}
        target="_blank"
        rel="noreferrer"
        aria-label={t`Open the file`}
      >
        <Icon name={signs[kind] === 'video' ? 'video' : 'report'} size={24} />
      </a>
    )
  }
  return (
    <Center as="span" rigid ground="sunken" round="control" tone="ink-3" contain className={css.picture}>
      <Icon name={signs[kind]} size={24} />
    </Center>
  )
}
