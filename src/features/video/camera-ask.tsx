// In the form of a camera: asks the camera over ONVIF which pictures it has, and takes their addresses over.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { askCamera } from '../../contract/endpoints/cameras.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { Row as FormRow, Values } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Card, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'

type Answer = z.output<typeof askCamera.response>
type Profile = Answer['profiles'][number]

interface CameraAskProps {
  row: FormRow | undefined
  values: Values
  set: (field: string, value: unknown) => void
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export function CameraAsk({ row, values, set }: CameraAskProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const [failure, setFailure] = useState<unknown>()
  const going = useRef<AbortController>(undefined)
  useEffect(() => () => going.current?.abort(), [])
  const address = textOf(values.onvifAddress)
  // What another camera has answered says nothing about this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes with the address
  useEffect(() => {
    going.current?.abort()
    setAnswer(undefined)
    setFailure(undefined)
    setBusy(false)
  }, [address])
  if (values.source !== 'rtsp' || !may(askCamera.access)) return null
  const ask = async () => {
    const own = new AbortController()
    going.current = own
    setBusy(true)
    setFailure(undefined)
    setAnswer(undefined)
    const password = textOf(values.password)
    try {
      const request = {
        cameraId: row?.id,
        onvifAddress: address,
        username: textOf(values.username) || undefined,
        password: password || undefined,
      }
      const said = await sendRequest(askCamera, request, { signal: own.signal })
      if (!own.signal.aborted) setAnswer(said)
    } catch (error) {
      if (!own.signal.aborted) setFailure(error)
    } finally {
      if (!own.signal.aborted) setBusy(false)
    }
  }
  return (
    <Stack gap={2}>
      <Row wrap gap={3}>
        <Button
          variant="default"
          loading={busy}
          disabled={!online || address === ''}
          leftSection={<Icon name="search" />}
          onClick={() => void ask()}
        >
          {t`Ask the camera for its addresses`}
        </Button>
        {address === '' && (
          <Text size="small" tone="ink-3">
            <Trans>Enter its ONVIF address first.</Trans>
          </Text>
        )}
      </Row>
      {failure !== undefined && (
        <Text as="p" tone="critical" size="small" role="alert">
          {i18n._(wordsForError(failure))}
        </Text>
      )}
      {answer && <Profiles answer={answer} values={values} set={set} />}
    </Stack>
  )
}

function Profiles({ answer, values, set }: Pick<CameraAskProps, 'values' | 'set'> & { answer: Answer }) {
  const { t } = useLingui()
  const { maker, model, canMove, profiles } = answer
  return (
    <Card as="section" stack gap={3} pad={3} aria-label={t`What the camera has`}>
      <Text as="p" size="small" tone="ink-2" role="status">
        <bdi>{[maker, model].filter(word => word !== '').join(' ')}</bdi>{' '}
        {canMove ? <Trans>It can be turned from here.</Trans> : <Trans>It cannot be turned.</Trans>}
      </Text>
      {profiles.length === 0 && (
        <Text as="p" size="small">
          <Trans>It names no picture. Enter the address by hand.</Trans>
        </Text>
      )}
      <List stack gap={3}>
        {profiles.map(profile => (
          <Box as="li" key={profile.address + profile.name} edgeAbove padAbove={2}>
            <ProfileLine profile={profile} values={values} set={set} />
          </Box>
        ))}
      </List>
    </Card>
  )
}

function ProfileLine({
  profile: { name, codec, width, height, address },
  values,
  set,
}: Pick<CameraAskProps, 'values' | 'set'> & { profile: Profile }) {
  const { t } = useLingui()
  const fits = codec === 'H264'
  const size = width === null || height === null ? '' : `${width} × ${height}`
  return (
    <Stack gap={1}>
      <Text strong breaks>
        <bdi>{name}</bdi> <bdi dir="ltr">{[codec, size].filter(word => word !== '').join(', ')}</bdi>
      </Text>
      <Text size="small" tone="ink-3" breaks>
        <bdi dir="ltr">{address}</bdi>
      </Text>
      {fits ? (
        <Row wrap gap={2}>
          <Take
            taken={values.mainAddress === address}
            name={name}
            label={t`Use as the picture`}
            onTake={() => set('mainAddress', address)}
          />
          <Take
            taken={values.subAddress === address}
            name={name}
            label={t`Use as the small picture`}
            onTake={() => set('subAddress', address)}
          />
        </Row>
      ) : (
        <Text as="p" size="small" tone="warning">
          <Trans>Browsers cannot show this one. Set it to H.264 at the camera, or use another one.</Trans>
        </Text>
      )}
    </Stack>
  )
}

interface TakeProps {
  taken: boolean
  name: string
  label: string
  onTake: () => void
}

function Take({ taken, name, label, onTake }: TakeProps) {
  return (
    <Button
      variant="default"
      aria-pressed={taken}
      aria-label={`${label}: ${name}`}
      {...(taken && { leftSection: <Icon name="check" size={16} /> })}
      onClick={onTake}
    >
      {label}
    </Button>
  )
}
