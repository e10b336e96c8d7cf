// Everything that belongs to the emergency. What was struck stays to be seen, with the reason.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type AttachedKind,
  attachedEntity,
  attachedKind,
  type Item,
  itemsOf,
} from '../../domain/emergency/emergency-log.ts'
import { isRunning } from '../../domain/emergency/emergency-step.ts'
import { storedFile } from '../../domain/file/stored-file.ts'
import { useActions } from '../../resource/actions.tsx'
import { pageOptions } from '../../resource/query.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { UploadField } from '../../resource/upload-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { itemPath, itemWords } from './emergency-words.ts'
import { RoomCard, type RoomPart } from './room-card.tsx'

export function ItemsCard({ row, log }: RoomPart) {
  const { t } = useLingui()
  const may = useRights()
  const items = itemsOf(log.entries)
  const changing = isRunning(row.state) && may('emergency.work')
  return (
    <RoomCard name={t`What belongs to it`}>
      {items.length === 0 && (
        <Muted as="p">
          <Trans>No alarms, people, devices or files yet.</Trans>
        </Muted>
      )}
      <List stack gap={3}>
        {items.map(item => (
          <ItemLine key={item.entry.id} row={row} item={item} changing={changing} />
        ))}
      </List>
      {changing && <AttachForm row={row} />}
    </RoomCard>
  )
}

interface ItemLineProps extends Pick<RoomPart, 'row'> {
  item: Item
  changing: boolean
}

function ItemLine({ row, item: { entry, struck }, changing }: ItemLineProps) {
  const { i18n, t } = useLingui()
  const [striking, setStriking] = useState(false)
  const { of, subjectId, label } = entry.facts
  const path = itemPath(of, subjectId)
  return (
    <Row as="li" gap={2} align="start" data-struck={struck !== undefined}>
      <Icon name={itemWords[of].icon} size={16} />
      <Stack grow shrink gap="half">
        {label === null ? (
          <Text tone="ink-3">
            <Trans>You may not see this one</Trans>
          </Text>
        ) : struck ? (
          <Text as="s" tone="ink-3" breaks>
            <bdi>{label}</bdi>
          </Text>
        ) : path === undefined ? (
          <Text breaks>
            <bdi>{label}</bdi>
          </Text>
        ) : (
          <a className={look({ tone: 'accent', breaks: true })} href={path}>
            <bdi>{label}</bdi>
          </a>
        )}
        <Text size="small" tone="ink-2" breaks>
          {i18n._(itemWords[of].label)}
          {' · '}
          <bdi>{entry.userName}</bdi>
          {' · '}
          <bdi dir="ltr">{formatMoment(entry.at)}</bdi>
        </Text>
        {struck && (
          <Text size="small" tone="attention" breaks>
            <Trans>
              Struck by <bdi>{struck.userName}</bdi>: <bdi>{struck.facts.text}</bdi>
            </Trans>
          </Text>
        )}
        {striking && !struck && <StrikeForm row={row} entry={entry.id} onDone={() => setStriking(false)} />}
      </Stack>
      {changing && !struck && !striking && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t`Strike ${label ?? i18n._(itemWords[of].label)}`}
          onClick={() => setStriking(true)}
        >
          <Trans>Strike</Trans>
        </Button>
      )}
    </Row>
  )
}

interface StrikeFormProps extends Pick<RoomPart, 'row'> {
  entry: number
  onDone: () => void
}

function StrikeForm({ row, entry, onDone }: StrikeFormProps) {
  const { t } = useLingui()
  const { give } = useActions()
  const [reason, setReason] = useState('')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '' && (await give('strike', [row], { entry, reason: reason.trim() }))) onDone()
  }
  return (
    <form className={look({ stack: true, gap: 2, above: 1 })} onSubmit={event => void send(event)}>
      <TextInput
        label={t`Why it is struck`}
        value={reason}
        maxLength={500}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <Row wrap gap={2}>
        <Button type="submit" size="compact-sm" disabled={reason.trim() === ''}>{t`Strike`}</Button>
        <Button variant="default" size="compact-sm" onClick={onDone}>{t`Cancel`}</Button>
      </Row>
    </form>
  )
}

/** Alarms of one device are told apart by their time. */
function nameOfAlarm({ title, deviceName, raisedAt }: Readonly<Record<string, unknown>>): string {
  const at = typeof raisedAt === 'number' ? formatMoment(raisedAt) : ''
  return [title, deviceName, at].filter(Boolean).join(' · ')
}

function AttachForm({ row }: Pick<RoomPart, 'row'>) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const client = useQueryClient()
  const { give } = useActions()
  const [of, setOf] = useState<AttachedKind>('alarm')
  const [subjectId, setSubjectId] = useState<number>()
  const [round, setRound] = useState(0)
  const attach = async (wanted: number) => {
    if (await give('attach', [row], { of, subjectId: wanted })) {
      setSubjectId(undefined)
      setRound(before => before + 1)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (subjectId !== undefined) void attach(subjectId)
  }
  /** What was uploaded a moment ago is among the newest. */
  const attachUpload = async (address: string) => {
    const { list } = await client.fetchQuery({
      ...pageOptions(storedFile, { page: 1, size: 20, sort: '-createdAt' }),
      staleTime: 0,
    })
    const file = list.find(({ url }) => address.endsWith(url))
    if (file) await attach(file.id)
  }
  return (
    <Box above={4}>
      <form className={look({ stack: true, gap: 2 })} onSubmit={send}>
        <Select
          label={t`Add`}
          value={of}
          allowDeselect={false}
          data={attachedKind.options.map(value => ({ value, label: i18n._(itemWords[value].label) }))}
          onChange={value => {
            setOf(attachedKind.options.find(option => option === value) ?? of)
            setSubjectId(undefined)
          }}
        />
        <ReferenceSelect
          key={`${of}-${round}`}
          label={i18n._(itemWords[of].label)}
          name="subjectId"
          entityKey={attachedEntity[of]}
          value={subjectId}
          {...(of === 'alarm' && { nameRow: nameOfAlarm })}
          onChange={value => setSubjectId(typeof value === 'number' ? value : undefined)}
        />
        {of === 'file' && (
          <UploadField
            key={round}
            kind="file"
            label={t`Or upload one`}
            value={undefined}
            disabled={!online}
            onChange={address => void attachUpload(address)}
          />
        )}
        <Row>
          <Button type="submit" variant="default" disabled={subjectId === undefined || !online}>
            <Trans>Add to emergency</Trans>
          </Button>
        </Row>
      </form>
    </Box>
  )
}
