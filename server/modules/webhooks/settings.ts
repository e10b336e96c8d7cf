// The webhooks' part of the environment: which private networks they may go to.
import * as z from 'zod/mini'
import { type Read, row } from '../../settings/setting.ts'

const network = z.union([z.cidrv4(), z.cidrv6()])

/** Rows of the table of settings. */
export const webhookTable = {
  networks: row(
    'WEBHOOK_NETWORKS',
    'Private networks that webhooks may go to (`10.20.0.0/16`), separated by commas; all others are refused',
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            text => text.split(',').every(one => z.safeParse(network, one.trim()).success),
            'must be networks such as 10.20.0.0/16, separated by commas',
          ),
        ),
      z.transform(text => text.split(',').map(one => one.trim())),
    ),
  ),
} as const

export interface WebhookConfig {
  networks: readonly string[]
}

export const readWebhooks = (read: Read): WebhookConfig => ({ networks: read(webhookTable.networks) ?? [] })
