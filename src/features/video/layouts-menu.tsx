// The layouts of the wall that a person has kept: laid, kept under a name, deleted.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, Modal, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  removeVideoLayout,
  saveVideoLayout,
  type VideoLayout,
  videoLayouts,
} from '../../contract/endpoints/video-layout.ts'
import { NAME_LENGTH } from '../../domain/limits.ts'
import { openOn, type Wall } from '../../domain/video/wall.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Box } from '../../ui/kit/parts.tsx'
import { MenuAction } from '../../ui/menu-action.tsx'

const LAYOUTS = ['video', 'layouts'] as const

interface LayoutsMenuProps {
  wall: Wall
  onLay: (layout: VideoLayout) => void
}

export function LayoutsMenu({ wall, onLay }: LayoutsMenuProps) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const { data, isError, error } = useQuery({
    queryKey: LAYOUTS,
    queryFn: ({ signal }) => sendRequest(videoLayouts, {}, { signal }),
    staleTime: 60_000,
  })
  const [name, setName] = useState('')
  const [saving, setSaving] = useState(false)
  const [removing, setRemoving] = useState<VideoLayout>()
  const [busy, setBusy] = useState(false)
  const present = data?.find(each => isLaid(each, wall))
  const blocked = online ? undefined : t`No connection to the server`
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    setBusy(true)
    try {
      await sendRequest(saveVideoLayout, {
        name: name.trim(),
        shape: wall.shape,
        cameraIds: wall.places.map(key => key ?? null),
      })
      await client.invalidateQueries({ queryKey: LAYOUTS })
      setSaving(false)
    } catch (failure) {
      showFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  const remove = async ({ id }: VideoLayout) => {
    setBusy(true)
    try {
      await sendRequest(removeVideoLayout, { id })
      setRemoving(undefined)
    } catch (failure) {
      showFailure(failure)
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: LAYOUTS })
    }
  }
  return (
    <>
      <Menu withinPortal position="bottom-start">
        <Menu.Target>
          <Button variant={present ? 'light' : 'default'} rightSection={<Icon name="down" size={16} />}>
            {present ? (
              <Trans>
                My layout: <bdi>{present.name}</bdi>
              </Trans>
            ) : (
              <Trans>My layouts</Trans>
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isError && !data && <Menu.Label>{i18n._(wordsForError(error))}</Menu.Label>}
          {data?.length === 0 && <Menu.Label>{t`No layouts kept yet`}</Menu.Label>}
          {data?.map(layout => (
            <MenuAction
              key={layout.id}
              label={layout.name}
              icon={layout === present ? 'check' : 'grid'}
              onRun={() => onLay(layout)}
            />
          ))}
          <Menu.Divider />
          <MenuAction
            icon="plus"
            label={t`Keep this layout…`}
            blocked={openOn(wall).length === 0 ? t`Open a picture first` : blocked}
            onRun={() => {
              setName(present?.name ?? '')
              setSaving(true)
            }}
          />
          {present && (
            <MenuAction
              icon="trash"
              critical
              label={t`Delete this layout…`}
              blocked={blocked}
              onRun={() => setRemoving(present)}
            />
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={saving}
        onClose={() => setSaving(false)}
        title={t`Keep this layout`}
        size="sm"
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <form onSubmit={event => void save(event)} noValidate>
          <TextInput
            label={t`Name`}
            description={t`One of the same name is replaced.`}
            withAsterisk
            data-autofocus
            maxLength={NAME_LENGTH}
            value={name}
            error={name.trim() === '' && name !== '' ? t`Must not be empty` : undefined}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Box row justify="end" gap={2} above={4}>
            <Button variant="default" onClick={() => setSaving(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={busy} disabled={name.trim() === ''}>
              <Trans>Save</Trans>
            </Button>
          </Box>
        </form>
      </Modal>
      <Confirm
        opened={removing !== undefined}
        title={t`Delete the layout?`}
        confirmLabel={t`Delete`}
        critical
        busy={busy}
        onConfirm={() => removing && void remove(removing)}
        onCancel={() => setRemoving(undefined)}
      >
        <bdi>{removing?.name}</bdi>
      </Confirm>
    </>
  )
}

/** Whether a kept layout is what stands on the wall now. */
const isLaid = ({ shape, cameraIds }: VideoLayout, wall: Wall): boolean =>
  shape === wall.shape && wall.places.every((key, place) => (cameraIds[place] ?? undefined) === key)
