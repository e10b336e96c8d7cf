// The providers that the configuration names.
import type { Config } from '../../config.ts'
import { createAlipay } from './alipay.ts'
import { CALLBACK_PATH } from './callbacks.ts'
import { createCard } from './card.ts'
import type { PaymentProvider } from './provider.ts'
import { createWechat } from './wechat.ts'

export function createProviders({
  payment,
  publicUrl = '',
}: Pick<Config, 'payment' | 'publicUrl'>): PaymentProvider[] {
  const { wechat, alipay, card } = payment
  const notifyUrl = (way: string) => new URL(`${CALLBACK_PATH}/${way}`, publicUrl).href
  return [
    ...(wechat ? [createWechat({ ...wechat, notifyUrl: notifyUrl('wechat') })] : []),
    ...(alipay ? [createAlipay({ ...alipay, notifyUrl: notifyUrl('alipay') })] : []),
    ...(card ? [createCard(card)] : []),
  ]
}
