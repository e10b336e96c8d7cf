// The providers that the configuration names.

import type { InstallationConfig } from '../../settings/installation.ts'
import { createAlipay } from './alipay.ts'
import { CALLBACK_PATH } from './callbacks.ts'
import { createPaymentCard } from './payment-card.ts'
import type { PaymentProvider } from './provider.ts'
import type { PaymentConfig } from './settings.ts'
import { createWechat } from './wechat.ts'

/** What the providers ask of the configuration. */
export interface PaySettings extends Pick<InstallationConfig, 'publicUrl'> {
  payment: PaymentConfig
}

export function createProviders({ payment, publicUrl = '' }: PaySettings): PaymentProvider[] {
  const { wechat, alipay, card } = payment
  const notifyUrl = (way: string) => new URL(`${CALLBACK_PATH}/${way}`, publicUrl).href
  return [
    ...(wechat ? [createWechat({ ...wechat, notifyUrl: notifyUrl('wechat') })] : []),
    ...(alipay ? [createAlipay({ ...alipay, notifyUrl: notifyUrl('alipay') })] : []),
    ...(card ? [createPaymentCard(card)] : []),
  ]
}
