// What a webhook says, after Standard Webhooks: which kind of event, when, and the row it is about as the API gives it.
import * as z from 'zod/mini'
import { entityNamed } from '../domain/entities.ts'
import { permissionFor } from '../domain/entity.ts'
import { type WebhookKind, webhookSubjects } from '../domain/integration/webhook.ts'
import { entityEndpoints } from './entity-endpoints.ts'

/** Who is told of a kind must hold this. */
export const permissionOfKind = (kind: WebhookKind): string =>
  permissionFor(entityNamed(webhookSubjects[kind]), 'read')

/** The message as it is sent. */
export const messageOf = (kind: WebhookKind) =>
  z.object({
    type: z.literal(kind),
    /** When it happened. */
    timestamp: z.iso.datetime(),
    /** The row as it was when the message was made. */
    data: entityEndpoints(entityNamed(webhookSubjects[kind])).get.response,
  })
