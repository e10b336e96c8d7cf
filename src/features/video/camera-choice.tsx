// Chooses what to watch: by its name, its place, or who wears it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { camera } from '../../domain/camera/camera.ts'
import { permissionFor } from '../../domain/entity.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Stack, Text } from '../../ui/kit/parts.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { type CameraSet, type Choice, useCameras } from './video-query.ts'

interface CameraListProps {
  set: CameraSet
  /** Open already. */
  open: readonly number[]
  /** Cards beside each other instead of lines. */
  tiles?: boolean
  onChoose: (choice: Choice) => void
}

export function CameraList({ set, open, tiles = false, onChoose }: CameraListProps) {
  const { i18n, t } = useLingui()
  const [q, setQ] = useState('')
  const { choices, failed } = useCameras(set)
  const wanted = q.trim().toLocaleLowerCase()
  const found = choices?.filter(
    ({ name, detail, row }) =>
      wanted === '' || [name, detail, row.imei].some(text => text?.toLocaleLowerCase().includes(wanted)),
  )
  if (failed && !choices)
    return <ErrorState what={i18n._(wordsForError(failed.error))} onRetry={() => void failed.refetch()} />
  if (!found) return <Loading variant="list" count={6} />
  if (choices?.length === 0) return <NoCameras set={set} />
  return (
    <Stack gap={2}>
      <SearchBox value={q} label={t`Search cameras`} onSearch={setQ} />
      {found.length === 0 && <Text as="p" tone="ink-2">{t`No match`}</Text>}
      <List
        {...(tiles ? { stack: true, tiles: 'small', gap: 2 } : {})}
        aria-label={set === 'worn' ? t`People with a camera` : t`Cameras`}
      >
        {found.map(choice => (
          <li key={choice.row.id}>
            <button
              type="button"
              className={look({
                bare: true,
                row: true,
                gap: 3,
                wide: true,
                padX: 3,
                padY: 1,
                round: 'control',
                ...(tiles && { edge: 'line', ground: 'surface' }),
                atLeast: 'finger',
                text: 'start',
                tone: 'ink',
                pointer: true,
                hovers: true,
                chosen: true,
              })}
              aria-pressed={open.includes(choice.row.id)}
              onClick={() => onChoose(choice)}
            >
              <Icon name={set === 'worn' ? 'user' : 'camera'} size={20} />
              <Stack as="span" gap={0} grow shrink>
                <Text as="bdi" clip strong>
                  {choice.name}
                </Text>
                {choice.detail && (
                  <Text as="bdi" clip size="caption" tone="ink-2">
                    {choice.detail}
                  </Text>
                )}
              </Stack>
              {open.includes(choice.row.id) ? (
                <Text size="caption" tone="accent" nowrap>
                  <Trans context="video">Open</Trans>
                </Text>
              ) : (
                choice.state && (
                  <Text size="caption" tone="ink-2" nowrap>
                    <StateMark
                      shape={stateWords[choice.state].shape}
                      label={i18n._(stateWords[choice.state].label)}
                    />
                  </Text>
                )
              )}
            </button>
          </li>
        ))}
      </List>
    </Stack>
  )
}

/** Why there is nothing to watch, and what to do about it. */
export function NoCameras({ set }: { set: CameraSet }) {
  const may = useRights()
  const router = useRouter()
  return (
    <Empty
      icon="camera"
      title={set === 'worn' ? <Trans>Nobody wears a camera yet</Trans> : <Trans>No cameras in use yet</Trans>}
      why={
        set === 'worn' ? (
          <Trans>People appear here once the camera of their helmet is set up.</Trans>
        ) : (
          <Trans>Cameras appear here once they are set up and in use.</Trans>
        )
      }
      action={
        may(permissionFor(camera, 'save')) && (
          <Button onClick={() => router.history.push('/cameras')}>
            <Trans>Set up cameras</Trans>
          </Button>
        )
      }
    />
  )
}

interface CameraDialogProps extends Pick<CameraListProps, 'set' | 'open' | 'onChoose'> {
  opened: boolean
  onClose: () => void
}

/** Stays until it is closed: several are opened one after the other. */
export function CameraDialog({ opened, onClose, ...list }: CameraDialogProps) {
  const { t } = useLingui()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Open a picture`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <CameraList {...list} />
    </Modal>
  )
}
