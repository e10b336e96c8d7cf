// Words of advertising: how a review stands, where a campaign is, what a door has said.
import { msg } from '@lingui/core/macro'
import type { AdvertState } from '../../domain/advert/advertisement.ts'
import type { DeliveryState } from '../../domain/advert/delivery.ts'
import type { Word } from '../../resource/view.ts'

export const advertWords: Record<AdvertState, Word> = {
  pending: { label: msg({ context: 'advert', message: 'To be reviewed' }), tone: 'new' },
  passed: { label: msg({ context: 'advert', message: 'Passed' }), tone: 'ok' },
  failed: { label: msg({ context: 'advert', message: 'Failed' }), tone: 'critical' },
  delivered: { label: msg({ context: 'advert', message: 'Delivered' }), tone: 'info' },
}

export const deliveryWords: Record<DeliveryState, Word> = {
  notSent: { label: msg({ context: 'advert', message: 'Not sent' }), tone: 'attention' },
  delivered: { label: msg({ context: 'advert', message: 'Delivered' }), tone: 'ok' },
  failed: { label: msg({ context: 'advert', message: 'Failed' }), tone: 'critical' },
  leaving: { label: msg`Withdrawn, not confirmed`, tone: 'warning' },
}
