// Who has which role. A role is given by who leads, and handed over by who has it, until the other confirms.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  emergencyRole,
  type HandedPart,
  handedPart,
  holdersOf,
  roleOfPart,
} from '../../domain/emergency/emergency-log.ts'
import { isRunning } from '../../domain/emergency/emergency-step.ts'
import { useActions } from '../../resource/actions.tsx'
import { useOnline, useRights, useSession } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { partWords, roleWords } from './emergency-words.ts'
import { PersonSelect } from './person-select.tsx'
import { RoomCard, type RoomPart } from './room-card.tsx'

type Doing = 'assign' | 'handOver'

export function RolesCard({ row, log }: RoomPart) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const me = useSession()?.user.id
  const [doing, setDoing] = useState<Doing>()
  const holders = holdersOf(log.entries)
  const leads = may('emergency.lead')
  const mine = handedPart.options.filter(part => leads || holders.get(roleOfPart(part))?.userId === me)
  const done = () => setDoing(undefined)
  return (
    <RoomCard name={t`Roles`}>
      <List stack gap={2}>
        {emergencyRole.options.map(role => {
          const holder = holders.get(role)
          return (
            <Row as="li" key={role} wrap justify="between" gap={2}>
              <Text tone="ink-2">{i18n._(roleWords[role])}</Text>
              {holder ? (
                <Stack gap="half">
                  <Text strong breaks>
                    <bdi>{holder.name}</bdi>
                  </Text>
                  <Text size="caption" tone="ink-3">
                    <Trans>
                      since <bdi dir="ltr">{formatMoment(holder.since)}</bdi>
                    </Trans>
                  </Text>
                </Stack>
              ) : (
                <Text tone="attention">
                  <Trans>Nobody</Trans>
                </Text>
              )}
            </Row>
          )
        })}
      </List>
      {isRunning(row.state) && may('emergency.work') && (
        <>
          {doing === undefined && (
            <Row wrap gap={2} above={3}>
              {leads && (
                <Button variant="default" onClick={() => setDoing('assign')}>
                  <Trans>Assign a role</Trans>
                </Button>
              )}
              {mine.length > 0 && (
                <Button variant="default" onClick={() => setDoing('handOver')}>
                  <Trans>Hand over</Trans>
                </Button>
              )}
            </Row>
          )}
          {doing === 'assign' && <AssignForm row={row} onDone={done} />}
          {doing === 'handOver' && <HandOverForm row={row} parts={mine} onDone={done} />}
        </>
      )}
    </RoomCard>
  )
}

interface FormProps extends Pick<RoomPart, 'row'> {
  onDone: () => void
}

function AssignForm({ row, onDone }: FormProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { give } = useActions()
  const [role, setRole] = useState(emergencyRole.options[0])
  const [userId, setUserId] = useState<number>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (userId !== undefined && (await give('assign', [row], { role, userId }))) onDone()
  }
  return (
    <form className={look({ stack: true, gap: 2, above: 3 })} onSubmit={event => void send(event)}>
      <Select
        label={t`Role`}
        value={role}
        allowDeselect={false}
        data={emergencyRole.options.map(value => ({ value, label: i18n._(roleWords[value]) }))}
        onChange={value => setRole(emergencyRole.options.find(option => option === value) ?? role)}
      />
      <PersonSelect emergencyId={row.id} label={t`Person`} value={userId} onChange={setUserId} />
      <Buttons ready={userId !== undefined && online} words={t`Assign`} onCancel={onDone} />
    </form>
  )
}

function HandOverForm({ row, parts, onDone }: FormProps & { parts: readonly HandedPart[] }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { give } = useActions()
  const [part, setPart] = useState<HandedPart>(parts[0] ?? 'whole')
  const [userId, setUserId] = useState<number>()
  const [note, setNote] = useState('')
  const ready = userId !== undefined && note.trim() !== '' && online
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (ready && (await give('handOver', [row], { part, userId, note: note.trim() }))) onDone()
  }
  return (
    <form className={look({ stack: true, gap: 2, above: 3 })} onSubmit={event => void send(event)}>
      <Select
        label={t`What is handed over`}
        value={part}
        allowDeselect={false}
        data={parts.map(value => ({ value, label: i18n._(partWords[value]) }))}
        onChange={value => setPart(parts.find(option => option === value) ?? part)}
      />
      <PersonSelect emergencyId={row.id} label={t`To`} value={userId} onChange={setUserId} />
      <Textarea
        label={t`Handover note`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <Buttons ready={ready} words={t`Hand over`} onCancel={onDone} />
    </form>
  )
}

interface ButtonsProps {
  ready: boolean
  words: string
  onCancel: () => void
}

function Buttons({ ready, words, onCancel }: ButtonsProps) {
  const { t } = useLingui()
  return (
    <Row wrap gap={2}>
      <Button type="submit" disabled={!ready}>
        {words}
      </Button>
      <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
    </Row>
  )
}
