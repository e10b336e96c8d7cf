// Bookmarks of what is looked at: set with a name, gone to by a press, deleted by who may.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Popover, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { entityEndpoints } from '../../contract/entity-endpoints.ts'
import type { RowOf } from '../../domain/entity.ts'
import { permissionFor } from '../../domain/entity.ts'
import { replayMark } from '../../domain/replay/replay-mark.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { calendarMoment } from '../../ui/calendar.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Column, LineButton, List, Muted, Row, Text } from '../../ui/kit/parts.tsx'
import { aroundText, type ReplaySearch } from './replay-search.ts'

interface ReplayMarksProps {
  here: ReplaySearch & { from: number; to: number; at: number; known: number }
  onChoose: (mark: RowOf<typeof replayMark>) => void
}

const endpoints = entityEndpoints(replayMark)
const MOST = 100

export function ReplayMarks({ here, onChoose }: ReplayMarksProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const about = { devices: here.devices.join(',') || undefined, around: aroundText(here.around) }
  const marks = useQuery({
    ...pageOptions(replayMark, { ...about, atFrom: here.from, atTo: here.to, size: MOST }),
    enabled: opened,
  })
  const refresh = () => client.invalidateQueries({ queryKey: ['entity', replayMark.key] })
  const save = useMutation({
    mutationFn: () =>
      sendRequest(endpoints.save, {
        ...{ ...about, name: name.trim(), at: here.at, knownAt: here.known },
        ...{ fromAt: here.from, toAt: here.to },
      }),
    onSuccess: () => {
      setName('')
      return refresh()
    },
  })
  const remove = useMutation({
    mutationFn: (id: number) => sendRequest(endpoints.remove, { ids: [id] }),
    onSuccess: refresh,
  })
  const error = save.error ?? remove.error ?? marks.error
  return (
    <Popover opened={opened} onChange={setOpened} width={320} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon name="pin" />}
          aria-expanded={opened}
          onClick={() => setOpened(before => !before)}
        >
          <Trans>Bookmarks</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Column gap={2}>
          {may(permissionFor(replayMark, 'save')) && (
            <Row
              as="form"
              gap={2}
              align="end"
              onSubmit={event => {
                event.preventDefault()
                if (name.trim() !== '') save.mutate()
              }}
            >
              <TextInput
                label={t`Name of this moment`}
                value={name}
                maxLength={60}
                onChange={event => setName(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={save.isPending}>
                <Trans>Set</Trans>
              </Button>
            </Row>
          )}
          {error && (
            <Text role="alert" tone="critical">
              {i18n._(wordsForError(error))}
            </Text>
          )}
          {marks.data?.list.length === 0 && (
            <Muted>
              <Trans>No bookmarks yet</Trans>
            </Muted>
          )}
          <List>
            {marks.data?.list.map(mark => (
              <Row as="li" key={mark.id} gap={1}>
                <LineButton padY={1} onClick={() => onChoose(mark)}>
                  <Column>
                    <Text as="bdi" strong>
                      {mark.name}
                    </Text>
                    <Muted>
                      {calendarMoment(mark.at)} · <bdi>{mark.userName}</bdi>
                    </Muted>
                  </Column>
                </LineButton>
                {may(permissionFor(replayMark, 'remove')) && (
                  <IconButton
                    icon="trash"
                    label={t`Delete ${mark.name}`}
                    onClick={() => remove.mutate(mark.id)}
                  />
                )}
              </Row>
            ))}
          </List>
        </Column>
      </Popover.Dropdown>
    </Popover>
  )
}
