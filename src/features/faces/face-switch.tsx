// Above each list of faces: whether the tenant works with them at all, on what terms, and who compares them.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { turnFacesOff, turnFacesOn } from '../../contract/endpoints/face.ts'
import { type FaceDuty, faceDuty } from '../../domain/face/duties.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { dutyWords } from './face-words.ts'
import { renewFaceState, useFaceState } from './use-faces.ts'

interface FaceSwitchProps {
  /** The page from which they are turned off. */
  decides?: boolean
  /** What the page offers once faces are on. */
  children?: ReactNode
}

export function FaceSwitch({ decides = false, children }: FaceSwitchProps) {
  const { i18n } = useLingui()
  const { data, isError, error } = useFaceState()
  if (isError && !data)
    return (
      <Text as="p" padX={4} padY={3} tone="critical" role="alert">
        {i18n._(wordsForError(error))}
      </Text>
    )
  if (!data) return null
  // The page itself says so.
  if (!data.on) return null
  return (
    <Stack gap={2} padBelow={3}>
      <Row wrap gap={2} columnGap={4} justify="between">
        <EngineLine engine={data.engine} />
        {decides && <TurnOff onAt={data.onAt} onBy={data.onBy} />}
      </Row>
      {children}
    </Stack>
  )
}

function EngineLine({ engine }: { engine: 'none' | 'worker' }) {
  if (engine === 'none')
    return (
      <Row
        align="start"
        gap={2}
        soft="warning"
        round="control"
        padX={3}
        padY={2}
        size="small"
        grow
        shrink
        role="status"
      >
        <Icon name="info" />
        <Text shrink>
          <Trans>
            No face engine is installed. Images are kept with their consent, but their quality is not checked
            and nothing is compared. Whoever runs this server can install one.
          </Trans>
        </Text>
      </Row>
    )
  return (
    <Row gap={2} tone="ink-2" size="small" role="status">
      <Icon name="check" size={16} />
      <Trans>A face engine checks images and compares them on this server.</Trans>
    </Row>
  )
}

function TurnOff({ onAt, onBy }: { onAt: number | null; onBy: string | null }) {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const turnOff = async () => {
    setBusy(true)
    try {
      await sendRequest(turnFacesOff, {})
      await renewFaceState(client)
      setAsking(false)
      showToast({ kind: 'ok', message: msg`Faces are turned off` })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Row wrap gap={3} size="small" tone="ink-3">
      {onAt !== null && (
        <Text>
          <Trans>
            Turned on by <bdi>{onBy ?? ''}</bdi>, <Age at={onAt} />
          </Trans>
        </Text>
      )}
      {may(turnFacesOff.access) && (
        <Button
          variant="default"
          disabled={!online}
          onClick={() => setAsking(true)}
        >{t`Turn faces off`}</Button>
      )}
      <Confirm
        opened={asking}
        title={t`Turn faces off?`}
        confirmLabel={t`Turn faces off`}
        critical
        busy={busy}
        onConfirm={() => void turnOff()}
        onCancel={() => setAsking(false)}
      >
        <Trans>
          Nothing is added and nothing compared any more. What is stored stays until its consent ends or you
          erase it.
        </Trans>
      </Confirm>
    </Row>
  )
}

export function FacesOff() {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const [taken, setTaken] = useState<readonly FaceDuty[]>([])
  const [busy, setBusy] = useState(false)
  const decides = may(turnFacesOn.access)
  const turnOn = async () => {
    setBusy(true)
    try {
      await sendRequest(turnFacesOn, { duties: [...taken] })
      await renewFaceState(client)
      showToast({ kind: 'ok', message: msg`Faces are turned on` })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card as="section" stack gap={3} below={4} maw={860} aria-labelledby="faces-off">
      <SectionTitle id="faces-off">
        <Trans>Faces are turned off</Trans>
      </SectionTitle>
      {!decides && (
        <p>
          <Trans>An administrator of your tenant can turn them on, and takes on the duties of it.</Trans>
        </p>
      )}
      {decides && (
        <>
          <p>
            <Trans>
              Faces identify people for life, so the law protects them. You can turn them on once you take on
              each of these duties for your tenant. It is written down who did so.
            </Trans>
          </p>
          <Checkbox.Group
            value={[...taken]}
            onChange={values => setTaken(faceDuty.options.filter(duty => values.includes(duty)))}
            aria-label={t`Duties`}
          >
            <Stack gap={2}>
              {faceDuty.options.map(duty => (
                <Checkbox key={duty} value={duty} label={i18n._(dutyWords[duty])} disabled={busy} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Row wrap gap={3}>
            <Button
              loading={busy}
              disabled={!online || taken.length < faceDuty.options.length}
              onClick={() => void turnOn()}
            >{t`Turn faces on`}</Button>
            {taken.length < faceDuty.options.length && (
              <Text tone="ink-3" size="small">
                {t`${taken.length} of ${faceDuty.options.length} duties taken on`}
              </Text>
            )}
          </Row>
        </>
      )}
    </Card>
  )
}
