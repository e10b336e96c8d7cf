// Invitations into an organisation: made, taken back, looked at and accepted.
import * as z from 'zod/mini'
import { password } from '../../domain/access/password.ts'
import { username } from '../../domain/access/username.ts'
import { id, ids, moment, nonEmpty, text } from '../../domain/fields.ts'
import { invitationLife } from '../../domain/setup/invitation.ts'
import { endpoint } from '../endpoint.ts'

const openInvitation = z.object({
  id,
  forName: z.string(),
  roleNames: z.array(z.string()),
  byName: z.string(),
  createdAt: moment,
  expiresAt: moment,
})

/** The code is shown this once: only its hash is kept. */
export const invite = endpoint({
  service: 'user',
  method: 'POST',
  path: 'invitation/make',
  access: 'user.save',
  summary: 'Invite somebody into the own organisation, with roles that carry no more than the own rights',
  request: z.strictObject({
    forName: nonEmpty(60),
    roleIds: ids(20).check(z.minLength(1, { error: 'required' })),
    life: invitationLife,
  }),
  response: z.object({ id, code: z.string(), expiresAt: moment }),
})

export const openInvitations = endpoint({
  service: 'user',
  method: 'GET',
  path: 'invitation/open',
  access: 'user.save',
  summary: 'Invitations that nobody has accepted yet',
  request: z.strictObject({}),
  response: z.array(openInvitation),
})

export const withdrawInvitation = endpoint({
  service: 'user',
  method: 'POST',
  path: 'invitation/withdraw',
  access: 'user.save',
  summary: 'Take an invitation back',
  request: z.strictObject({ id }),
  response: z.object({ id }),
  idempotent: true,
})

const code = text(40)

export const lookAtInvitation = endpoint({
  service: 'user',
  method: 'POST',
  path: 'invitation/look',
  access: 'public',
  summary: 'What somebody is invited to, by the code',
  request: z.strictObject({ code }),
  response: z.object({
    tenantName: z.string(),
    forName: z.string(),
    roleNames: z.array(z.string()),
    byName: z.string(),
    expiresAt: moment,
  }),
})

/** Used up by it. Who accepts logs in with what they chose. */
export const acceptInvitation = endpoint({
  service: 'user',
  method: 'POST',
  path: 'invitation/accept',
  access: 'public',
  summary: 'Accept an invitation: the account is made with the name and the password that the person chooses',
  request: z.strictObject({ code, username, name: nonEmpty(60), password }),
  response: z.object({ username: z.string() }),
})
