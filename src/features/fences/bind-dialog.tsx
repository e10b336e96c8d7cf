// Binds devices to a fence: found by name, kind or group, up to a thousand at once, with progress.

import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Modal, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_BOUND } from '../../contract/endpoints/fence.ts'
import { deviceKinds, device as devices } from '../../domain/device/device.ts'
import { fence } from '../../domain/fence/fence.ts'
import { showToast } from '../../platform/toast.ts'
import { kindIcon, kindWords } from '../../resource/device-kind-words.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { invalidateEntity, pageOptions } from '../../resource/query.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { showFailure } from '../../resource/run-command.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { useOnline } from '../../resource/surroundings.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { Loading } from '../../ui/states.tsx'
import { bindDevices } from './bind-devices.ts'

/** Devices on a page of the choice. */
const PAGE = 100

interface BindDialogProps {
  fence: { id: number; name: string }
  /** Devices bound by themselves already. */
  bound: ReadonlySet<number>
  onClose: () => void
}

export function BindDialog({ fence: to, bound, onClose }: BindDialogProps) {
  useFocusBack()
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const number = numberFormat(useIntlLocale())
  const [q, setQ] = useState('')
  const [kind, setKind] = useState<string | null>(null)
  const [groupId, setGroupId] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [done, setDone] = useState<number>()
  const filters = { ...(q && { q }), ...(kind && { kind: [kind] }), ...(groupId !== null && { groupId }) }
  const query = { page: 1, size: PAGE, sort: 'name', ...filters }
  const list = useQuery(pageOptions(devices, query))
  const offered = list.data?.list.filter(row => !bound.has(row.id)) ?? []
  const total = list.data?.total ?? 0
  const full = chosen.size >= MOST_BOUND
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id) && !full) next.add(id)
    setChosen(next)
  }
  const chooseAll = async () => {
    const next = new Set(chosen)
    try {
      for (let page = 1; next.size < MOST_BOUND; page++) {
        const read = await client.fetchQuery(pageOptions(devices, { ...query, size: 500, page }))
        for (const row of read.list) if (!bound.has(row.id) && next.size < MOST_BOUND) next.add(row.id)
        if (page * 500 >= read.total) break
      }
      setChosen(next)
    } catch (error) {
      showFailure(error)
    }
  }
  const bind = async () => {
    setDone(0)
    try {
      await bindDevices({ id: to.id, add: [...chosen], remove: [] }, setDone)
      showToast({ kind: 'ok', message: msg`The devices are bound to the geofence` })
      onClose()
    } catch (error) {
      showFailure(error)
    } finally {
      setDone(undefined)
      void invalidateEntity(client, fence)
    }
  }
  const [count, most, found] = [chosen.size, MOST_BOUND, total].map(value => number.format(value))
  const busy = done !== undefined
  const name = to.name
  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title={t`Bind devices to ${name}`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap={3}>
        <Stack align="center" gap={2} cols="minmax(0, 1fr) minmax(0, 1fr)" oneOnPhone>
          <SearchBox value={q} onSearch={setQ} label={t`Name, IMEI or person`} />
          <Select
            aria-label={t`Device type`}
            placeholder={t`Device type`}
            clearable
            data={deviceKinds.map(each => ({ value: each, label: i18n._(kindWords[each].label) }))}
            value={kind}
            onChange={setKind}
            comboboxProps={{ withinPortal: true }}
          />
        </Stack>
        <ReferenceSelect
          label={t`Group`}
          name="group"
          entityKey="deviceGroup"
          value={groupId}
          placeholder={t`Any group`}
          onChange={value => setGroupId(typeof value === 'number' ? value : null)}
        />
        <Row wrap gap={2}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void chooseAll()}
            disabled={busy || total === 0}
          >
            <Trans>Choose all {found} found</Trans>
          </Button>
          {chosen.size > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => setChosen(new Set())} disabled={busy}>
              <Trans>Choose none</Trans>
            </Button>
          )}
          <Text role="status" tone="ink-2">
            {full ? t`${count} chosen, no more than ${most} at once` : t`${count} chosen`}
          </Text>
        </Row>
        {!list.data && <Loading variant="list" count={5} />}
        <List stack gap="half" scroll="y" atMostTall="half">
          {offered.map(row => (
            <Box as="li" padY={2} key={row.id}>
              <Checkbox
                checked={chosen.has(row.id)}
                disabled={busy || (full && !chosen.has(row.id))}
                onChange={() => toggle(row.id)}
                label={
                  <Row as="span" wrap gap="half" columnGap={2}>
                    <Icon name={kindIcon(row.kind)} size={16} />
                    <bdi>{row.wearerName ?? row.name}</bdi>
                    <StateMark
                      shape={stateWords[row.state].shape}
                      label={i18n._(stateWords[row.state].label)}
                    />
                    <Text as="bdi" size="caption" tone="ink-3" dir="ltr">
                      {row.imei}
                    </Text>
                  </Row>
                }
              />
            </Box>
          ))}
        </List>
        {list.data && offered.length === 0 && (
          <Text as="p" tone="ink-2">{t`No further device matches the search.`}</Text>
        )}
        {busy && <progress max={chosen.size} value={done} aria-label={t`Binding devices`} />}
        <Row wrap justify="end" gap={2}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button onClick={() => void bind()} loading={busy} disabled={chosen.size === 0 || !online}>
            {t`${plural(chosen.size, { one: 'Bind # device', other: 'Bind # devices' })}`}
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}
