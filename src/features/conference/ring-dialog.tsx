// Calling colleagues and devices into the room: chosen from two lists, several at once.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { callDevicesIntoRoom, peopleForRoom, ringPeopleIn } from '../../contract/endpoints/conference.ts'
import { MOST_CALLED } from '../../domain/conference/conference.ts'
import { device } from '../../domain/device/device.ts'
import { SEARCH_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { type MarkShape, StateMark } from '../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { nobodyChosen, ringOutcome } from './ring-words.ts'

const SEARCH_PAUSE_MS = 250
const SHOWN = 50

export interface RingDialogProps {
  roomId: string
  /** Sound only: devices are called without a picture. */
  voiceOnly: boolean
  onClose: () => void
}

type Kind = 'people' | 'devices'

interface Choice {
  key: string
  name: string
  below: string
  shape: MarkShape
  state: ReactNode
}

export function RingDialog({ roomId, voiceOnly, onClose }: RingDialogProps) {
  useFocusBack()
  const { t, i18n } = useLingui()
  const [kind, setKind] = useState<Kind>('people')
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [people, setPeople] = useState<readonly string[]>([])
  const [devices, setDevices] = useState<readonly string[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const ring = useMutation({
    mutationFn: async () => {
      const [answeredPeople, answeredDevices] = await Promise.all([
        people.length > 0 && sendRequest(ringPeopleIn, { roomId, userIds: people.map(Number) }),
        devices.length > 0 &&
          sendRequest(callDevicesIntoRoom, { roomId, imeis: [...devices], hide: false, video: !voiceOnly }),
      ])
      return {
        called:
          (answeredPeople ? answeredPeople.ringing.length : 0) +
          (answeredDevices ? answeredDevices.called.length : 0),
        offline:
          (answeredPeople ? answeredPeople.offline.length : 0) +
          (answeredDevices ? answeredDevices.offline.length : 0),
      }
    },
    onSuccess(outcome) {
      showToast(ringOutcome(outcome))
      onClose()
    },
  })
  const count = people.length + devices.length
  const [chosen, choose] = kind === 'people' ? [people, setPeople] : [devices, setDevices]
  const toggle = (key: string) =>
    choose(chosen.includes(key) ? chosen.filter(each => each !== key) : [...chosen, key])
  const press = () => {
    // As with the rows of a table: nothing chosen is said, not kept from being pressed.
    if (count === 0) showToast(nobodyChosen)
    else ring.mutate()
  }
  const list = { search, chosen, onToggle: toggle, full: count >= MOST_CALLED }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t({ message: 'Call into the room', context: 'conference' })}
      closeButtonProps={{ 'aria-label': t`Close`, iconSize: 18 }}
    >
      <Stack gap={3} one>
        <SegmentedFilter<Kind>
          label={t`Whom to call`}
          stretch
          value={kind}
          segments={[
            { value: 'people', label: <Trans>Colleagues</Trans>, count: people.length || undefined },
            { value: 'devices', label: <Trans>Devices</Trans>, count: devices.length || undefined },
          ]}
          onChange={setKind}
        />
        <TextInput
          type="search"
          aria-label={t`Search`}
          placeholder={kind === 'people' ? t`Name` : t`Name or IMEI`}
          value={typed}
          maxLength={SEARCH_LENGTH}
          autoComplete="off"
          leftSection={<Icon name="search" size={16} />}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Box h="min(320px, 40dvh)" scroll="y">
          {kind === 'people' ? <People {...list} /> : <Devices {...list} />}
        </Box>
        {ring.isError && (
          <Text as="p" tone="critical" role="alert">
            {i18n._(wordsForError(ring.error))}
          </Text>
        )}
        <Row wrap justify="between" gap={2}>
          <Text tone="ink-2" size="small" role="status">
            <Plural value={count} one="# chosen" other="# chosen" />
            {count >= MOST_CALLED && (
              <>
                {' · '}
                <Trans>{MOST_CALLED} at once at most</Trans>
              </>
            )}
          </Text>
          <Row gap={2}>
            <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
            <Button loading={ring.isPending} leftSection={<Icon name="phone" size={16} />} onClick={press}>
              <Trans>Call</Trans>
            </Button>
          </Row>
        </Row>
      </Stack>
    </Modal>
  )
}

interface ChoicesProps {
  search: string
  chosen: readonly string[]
  onToggle: (key: string) => void
  full: boolean
}

function People(props: ChoicesProps) {
  const { search } = props
  const { t } = useLingui()
  const query = useQuery({
    queryKey: ['peopleForRoom', search],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      sendRequest(peopleForRoom, search ? { search } : {}, { signal }),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.map(({ id, name, departmentName, online }) => ({
    key: String(id),
    name,
    below: departmentName ?? '',
    shape: online ? ('online' as const) : ('offline' as const),
    state: online ? t`Online` : t`Offline`,
  }))
  return (
    <Choices
      {...props}
      rows={rows}
      error={query.error}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  )
}

function Devices(props: ChoicesProps) {
  const { search } = props
  const { i18n } = useLingui()
  const query = useQuery(
    pageOptions(device, { page: 1, size: SHOWN, sort: 'name', ...(search && { search }) }),
  )
  const rows = query.data?.list.map(({ imei, name, state }) => ({
    key: imei,
    name,
    below: imei,
    shape: stateWords[state].shape,
    state: i18n._(stateWords[state].label),
  }))
  return (
    <Choices
      {...props}
      rows={rows}
      error={query.error}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  )
}

interface ShownChoices extends ChoicesProps {
  rows: readonly Choice[] | undefined
  error: unknown
  onRetry: () => void
  busy: boolean
}

function Choices({ rows, error, onRetry, busy, chosen, onToggle, full }: ShownChoices) {
  const { t, i18n } = useLingui()
  if (!rows && error)
    return <ErrorState what={i18n._(wordsForError(error))} onRetry={onRetry} retrying={busy} />
  if (!rows) return <Loading variant="list" count={5} />
  if (rows.length === 0) return <Empty icon="search" title={t`No match`} why={t`Try a part of the name.`} />
  return (
    <List stack gap={0} aria-busy={busy}>
      {rows.map(row => {
        const on = chosen.includes(row.key)
        return (
          <Row as="li" key={row.key} gap={3} padX={2} edgeBelow atLeast="finger">
            <Box grow shrink>
              <Checkbox
                checked={on}
                disabled={full && !on}
                label={
                  <Stack as="span" gap={0}>
                    <bdi>{row.name}</bdi>
                    <Text as="bdi" size="caption" tone="ink-3">
                      {row.below}
                    </Text>
                  </Stack>
                }
                onChange={() => onToggle(row.key)}
              />
            </Box>
            <StateMark shape={row.shape} label={row.state} />
          </Row>
        )
      })}
    </List>
  )
}
