// People: an invitation by link or code, those that are open, and the ways to all people and their import.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { invite, openInvitations, withdrawInvitation } from '../../contract/endpoints/invitation.ts'
import { role } from '../../domain/access/access.ts'
import { type InvitationLife, invitationLife, invitationPath } from '../../domain/setup/invitation.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { TextPicture } from '../../resource/scan/label-picture.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Left } from '../../ui/age.tsx'
import { FieldCopy } from '../../ui/field-copy.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { RoomLink } from './room-link.tsx'
import css from './setup.module.css'
import { useRecount } from './use-setup.ts'

const OPEN = ['setup', 'invitations'] as const
const MOST_ROLES = 100

type Made = z.output<typeof invite.response>

export function PeopleStep() {
  const may = useRights()
  const [made, setMade] = useState<Made>()
  return (
    <Stack gap={4}>
      {may(invite.access) &&
        (made ? <Shown made={made} onNext={() => setMade(undefined)} /> : <InviteForm onMade={setMade} />)}
      {may(openInvitations.access) && <OpenOnes />}
      <Row wrap gap={2}>
        <RoomLink to="/userList" icon="users">
          <Trans>All people</Trans>
        </RoomLink>
        <RoomLink to="/roleList" icon="shield">
          <Trans>Roles</Trans>
        </RoomLink>
        <RoomLink to="/manageUser" icon="upload">
          <Trans>Import workers</Trans>
        </RoomLink>
      </Row>
    </Stack>
  )
}

function InviteForm({ onMade }: { onMade: (made: Made) => void }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const recount = useRecount()
  const client = useQueryClient()
  const roles = useQuery(pageOptions(role, { page: 1, size: MOST_ROLES, sort: 'name' }))
  const [forName, setForName] = useState('')
  const [roleId, setRoleId] = useState<string | null>(null)
  const [life, setLife] = useState<InvitationLife>('week')
  const lives: Record<InvitationLife, string> = { week: t`A week`, day: t`A day`, hour: t`An hour` }
  const make = useMutation({
    mutationFn: () => sendRequest(invite, { forName, roleIds: [Number(roleId)], life }),
    onSuccess: async result => {
      onMade(result)
      await Promise.all([recount(), client.invalidateQueries({ queryKey: OPEN })])
    },
  })
  return (
    <form
      className={look({ stack: true, gap: 3 })}
      onSubmit={event => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <TextInput
        label={t`Who is invited`}
        description={t`A name by which you know the invitation. They choose their own name for logging in.`}
        value={forName}
        maxLength={60}
        disabled={!online}
        onChange={event => setForName(event.currentTarget.value)}
      />
      <Stack gap={3} className={css.pair}>
        <Select
          label={t`As`}
          placeholder={t`Choose a role`}
          data={(roles.data?.list ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={roleId}
          onChange={setRoleId}
          disabled={!online || !roles.data}
        />
        <Select
          label={t`Good for`}
          data={invitationLife.options.map(value => ({ value, label: lives[value] }))}
          value={life}
          allowDeselect={false}
          disabled={!online}
          onChange={value => setLife(invitationLife.options.find(each => each === value) ?? 'week')}
        />
      </Stack>
      {make.isError && (
        <Text as="p" role="alert" tone="critical">
          {i18n._(wordsForError(make.error))}
        </Text>
      )}
      <Row>
        <Button
          type="submit"
          loading={make.isPending}
          disabled={!online || forName.trim() === '' || roleId === null}
          leftSection={<Icon name="link" />}
        >
          <Trans>Invite</Trans>
        </Button>
      </Row>
    </form>
  )
}

/** Shown this once: the link, the same as a picture for a phone beside this screen, and the code. */
function Shown({ made, onNext }: { made: Made; onNext: () => void }) {
  const { t } = useLingui()
  const link = `${location.origin}${invitationPath(made.code.replaceAll('-', ''))}`
  const onProblem = (text: string) => showToast({ kind: 'tip', message: { id: text, message: text } })
  return (
    <Stack gap={3} pad={4} ground="sunken" round="card" role="status">
      <Text as="p" strong>
        <Trans>Give this to the person. It is shown this once and lets one person in.</Trans>
      </Text>
      <Row wrap gap={4} align="start">
        <Box className={css.picture}>
          <TextPicture text={link} label={t`QR code of the invitation`} />
        </Box>
        <Stack gap={2} grow shrink>
          <Muted>
            <Trans>Link</Trans>
          </Muted>
          <Text breaks mono size="small">
            <FieldCopy label={t`link`} value={link} onProblem={onProblem} />
          </Text>
          <Muted>
            <Trans>
              Or the code, at <bdi dir="ltr">{`${location.host}/#/join`}</bdi>
            </Trans>
          </Muted>
          <Text mono data-code="">
            <FieldCopy label={t`code`} value={made.code} onProblem={onProblem} />
          </Text>
        </Stack>
      </Row>
      <Row>
        <Button variant="default" onClick={onNext}>
          <Trans>Invite another person</Trans>
        </Button>
      </Row>
    </Stack>
  )
}

function OpenOnes() {
  const { t } = useLingui()
  const online = useOnline()
  const recount = useRecount()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: OPEN,
    queryFn: ({ signal }) => sendRequest(openInvitations, {}, { signal }),
  })
  const take = useMutation({
    mutationFn: (id: number) => sendRequest(withdrawInvitation, { id }),
    onError: showFailure,
    onSettled: () => Promise.all([recount(), client.invalidateQueries({ queryKey: OPEN })]),
  })
  if (!data || data.length === 0) return null
  return (
    <Stack gap={1}>
      <Text strong>
        <Trans>Open invitations</Trans>
      </Text>
      <List stack>
        {data.map(({ id, forName, roleNames, expiresAt }) => (
          <li key={id} className={look({ row: true, gap: 3, edgeBelow: true, lastBare: true, padY: 1 })}>
            <Stack grow shrink>
              <Text as="bdi" breaks>
                {forName}
              </Text>
              <Muted>
                <bdi>{roleNames.join(', ')}</bdi> ·{' '}
                <Trans>
                  <Left until={expiresAt} /> left
                </Trans>
              </Muted>
            </Stack>
            <IconButton
              icon="trash"
              label={t`Take the invitation of ${forName} back`}
              disabled={!online || take.isPending}
              onClick={() => take.mutate(id)}
            />
          </li>
        ))}
      </List>
    </Stack>
  )
}
