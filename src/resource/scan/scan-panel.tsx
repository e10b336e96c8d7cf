// Reads labels one after the other: with the camera, by typing the code, by holding the phone to a tag.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { labelCodeIn } from '../../domain/label.ts'
import { type Sighting, sighted } from '../../domain/sighting.ts'
import { canReadTags, readTags } from '../../platform/scan/nfc.ts'
import type { ScanFault } from '../../platform/scan/scan-camera.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import css from './scan.module.css'
import { useScanCamera } from './use-scan-camera.ts'

export interface ScanPanelProps {
  /** Gets the code of each label that is read: `GH-` and eight letters or digits. */
  onCode: (code: string) => void
  /** What a text that was read means; the code of a label from here where absent. */
  codeIn?: ((text: string) => string | undefined) | undefined
  /** What is said of a code that was read, such as the name of the thing; the code alone where absent. */
  describe?: ((code: string) => ReactNode) | undefined
  /** Several one after the other: what was read stays in a list. */
  many?: boolean | undefined
}

const BUZZ_MS = 60
const SHOWN_MS = 600

const faultWords: Record<ScanFault, MessageDescriptor> = {
  insecure: msg`The camera needs a page on https. Type the code instead.`,
  refused: msg`The camera was refused. Allow it in the settings of the browser, or type the code.`,
  noCamera: msg`No camera was found, or another program holds it. Type the code instead.`,
  unsupported: msg`This browser cannot open a camera. Type the code instead.`,
}

export function ScanPanel({ onCode, codeIn, describe, many }: ScanPanelProps) {
  const { i18n, t } = useLingui()
  const [read, setRead] = useState<readonly string[]>([])
  const [strange, setStrange] = useState(false)
  const [flash, setFlash] = useState(false)
  const last = useRef<Sighting>(undefined)
  useEffect(() => {
    if (!flash) return
    const timer = setTimeout(() => setFlash(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [flash])
  const take = (code: string) => {
    setStrange(false)
    setFlash(true)
    setRead(before => [code, ...before])
    navigator.vibrate?.(BUZZ_MS)
    onCode(code)
  }
  const see = (text: string) => {
    const code = (codeIn ?? labelCodeIn)(text)
    if (code === undefined) return setStrange(true)
    const sight = sighted(last.current, code, performance.now())
    last.current = sight.last
    if (sight.isNew) take(code)
  }
  const camera = useScanCamera(see)
  const works = camera.state === 'opening' || camera.state === 'open'
  return (
    <Stack gap={4}>
      <Box relative ground="sunken" round="card" className={css.picture} data-off={!works || undefined}>
        <video ref={camera.video} muted playsInline aria-label={t`Picture of the camera`} />
        <Box absolute still className={css.aim} data-read={flash || undefined} />
        {camera.state === 'opening' && (
          <Center over absolute>
            <Text tone="ink-2">{t`Opening the camera`}</Text>
          </Center>
        )}
        {camera.lit !== undefined && (
          <Box absolute className={css.lamp}>
            <Button
              variant="default"
              aria-pressed={camera.lit}
              leftSection={<Icon name="sun" />}
              onClick={camera.turnLight}
            >{t`Light`}</Button>
          </Box>
        )}
      </Box>
      {camera.state !== 'opening' && camera.state !== 'open' && (
        <Alert color="attention" role="alert">
          <Row gap={3} wrap>
            <Text grow>{i18n._(faultWords[camera.state])}</Text>
            <Button variant="default" onClick={camera.again}>{t`Try again`}</Button>
          </Row>
        </Alert>
      )}
      <div role="status">
        {strange ? (
          <Text tone="critical">
            {codeIn ? (
              <Trans>This is a code, but not the one that is looked for.</Trans>
            ) : (
              <Trans>This is a code, but not one of a label from here.</Trans>
            )}
          </Text>
        ) : (
          read[0] !== undefined && (
            <Text strong tone="ok">
              {many ? <Plural value={read.length} one="# label read" other="# labels read" /> : t`Read`}
            </Text>
          )
        )}
      </div>
      {!codeIn && <TypedCode onCode={take} />}
      {!codeIn && canReadTags() && <Tags onText={see} />}
      {many && read.length > 0 && (
        <List stack gap={1} aria-label={t`Read so far`}>
          {read.map((code, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same label may be read twice
              key={`${read.length - at}-${code}`}
              className={look({ row: true, gap: 2, edgeBelow: true, padY: 2 })}
            >
              <Icon name="check" />
              <Text grow>{describe?.(code) ?? code}</Text>
              <Text mono size="caption" tone="ink-3">
                <bdi>{code}</bdi>
              </Text>
            </li>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** The way without a camera. */
function TypedCode({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = labelCodeIn(text)
    setWrong(code === undefined)
    if (code === undefined) return
    setText('')
    onCode(code)
  }
  return (
    <form onSubmit={submit} noValidate className={look({ row: true, gap: 2, align: 'start' })}>
      <TextInput
        className={look({ grow: true }) ?? ''}
        value={text}
        onChange={({ currentTarget }) => {
          setWrong(false)
          setText(currentTarget.value)
        }}
        aria-label={t`Code on the label`}
        placeholder="GH-7K3M9QXA"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        error={wrong && t`GH- and eight letters or digits, as printed below the code`}
      />
      <Button type="submit" variant="default">{t`Enter`}</Button>
    </form>
  )
}

function Tags({ onText }: { onText: (text: string) => void }) {
  const { t } = useLingui()
  const [state, setState] = useState<'off' | 'on' | 'refused'>('off')
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const start = async () => {
    try {
      stop.current = await readTags(onText)
      setState('on')
    } catch {
      setState('refused')
    }
  }
  if (state === 'on')
    return (
      <Text tone="ink-2" role="status">
        <Trans>Hold the phone to the tag.</Trans>
      </Text>
    )
  return (
    <Stack gap={1} align="start">
      <Button variant="default" leftSection={<Icon name="phone" />} onClick={() => void start()}>
        {t`Read NFC tags`}
      </Button>
      {state === 'refused' && (
        <Text size="small" tone="critical" role="alert">
          <Trans>Tags cannot be read: NFC is switched off or was refused.</Trans>
        </Text>
      )}
    </Stack>
  )
}
