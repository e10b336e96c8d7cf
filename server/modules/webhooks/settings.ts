// The webhooks' part of the environment: which private networks they may go to.
import { networkList } from '../../settings/networks.ts'
import { type Read, row } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const webhookTable = {
  networks: row(
    'WEBHOOK_NETWORKS',
    'Private networks that webhooks may go to (`10.20.0.0/16`), separated by commas; all others are refused',
    networkList,
  ),
} as const

export interface WebhookConfig {
  networks: readonly string[]
}

export const readWebhooks = (read: Read): WebhookConfig => ({ networks: read(webhookTable.networks) ?? [] })
