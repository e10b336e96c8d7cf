// The providers' part of the environment: names, meanings, and that nobody starts with half a provider.
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'
import { address, type Complain, onOff, type Read, row } from '../../settings/setting.ts'
import { fileOf, secretOf, together } from '../../settings/together.ts'
import type { AlipaySettings } from './alipay.ts'
import type { PaymentCardSettings } from './payment-card.ts'
import type { WechatSettings } from './wechat.ts'

const web = address('http', 'https')
const digits = (what: string) => z.string().check(z.regex(/^\d{6,32}$/, `must be ${what}, digits only`))
const secret = z.string().check(z.minLength(8, 'is too short for a secret'))

/** Rows of the table of settings. */
export const payTable = {
  paySandbox: row(
    'PAY_SANDBOX',
    'A sandbox that plays a payment provider; outside demo mode it is refused',
    onOff,
    'as DEMO',
  ),
  wechatAppId: row(
    'WECHAT_PAY_APP_ID',
    'WeChat pay, with the next five: application that the merchant is bound to',
    z.string().check(z.regex(/^wx[0-9a-zA-Z]{8,30}$/, 'must begin with wx')),
  ),
  wechatMerchant: row(
    'WECHAT_PAY_MERCHANT_ID',
    'WeChat pay: number of the merchant',
    digits('the number of a merchant'),
  ),
  wechatSerial: row(
    'WECHAT_PAY_SERIAL',
    'WeChat pay: serial number of the merchant’s certificate',
    z.string().check(z.regex(/^[0-9a-fA-F]{8,64}$/, 'must be hexadecimal')),
  ),
  wechatKeyFile: row(
    'WECHAT_PAY_KEY_FILE',
    'WeChat pay: file with the merchant’s private key (PEM)',
    z.string(),
  ),
  wechatApiKey: row(
    'WECHAT_PAY_API_KEY',
    'WeChat pay: the API v3 key, 32 characters; or a file with it after `file:`',
    z.string(),
  ),
  wechatPlatform: row(
    'WECHAT_PAY_PLATFORM_FILES',
    'WeChat pay: files with the platform’s certificates or its public key (PEM), separated by commas',
    z.string(),
  ),
  wechatPublicKeyId: row(
    'WECHAT_PAY_PUBLIC_KEY_ID',
    'WeChat pay: id of the platform’s public key, where it is no certificate',
    z.string().check(z.regex(/^\w{8,64}$/, 'must be letters, digits and underscores')),
  ),
  wechatHost: row('WECHAT_PAY_HOST', 'WeChat pay: address of its API', web, 'https://api.mch.weixin.qq.com'),
  alipayAppId: row(
    'ALIPAY_APP_ID',
    'Alipay, with the next two: the application',
    digits('the number of an application'),
  ),
  alipayKeyFile: row('ALIPAY_KEY_FILE', 'Alipay: file with the application’s private key', z.string()),
  alipayPublicFile: row('ALIPAY_PUBLIC_KEY_FILE', 'Alipay: file with Alipay’s public key', z.string()),
  alipayShow: row(
    'ALIPAY_SHOW',
    '`code` to scan or Alipay’s own `page`; phones always get the page',
    z.enum(['code', 'page'], { error: 'must be code or page' }),
    'code',
  ),
  alipayHost: row(
    'ALIPAY_HOST',
    'Alipay: address of its gateway',
    web,
    'https://openapi.alipay.com/gateway.do',
  ),
  stripeKey: row(
    'STRIPE_SECRET_KEY',
    'Cards, with the next one: secret key; or a file with it after `file:`',
    secret,
  ),
  stripeWebhook: row(
    'STRIPE_WEBHOOK_SECRET',
    'Cards: signing secret of the webhook; or a file with it after `file:`',
    secret,
  ),
  stripeHost: row('STRIPE_HOST', 'Cards: address of the API', web, 'https://api.stripe.com'),
} as const

/** What the payment module is given. A provider that is not named is not offered. */
export interface PaymentConfig {
  sandbox: boolean
  wechat: Omit<WechatSettings, 'notifyUrl'> | undefined
  alipay: Omit<AlipaySettings, 'notifyUrl'> | undefined
  card: PaymentCardSettings | undefined
}

/** Reads the providers; complains of every one that is named in part. */
export function readPayment(
  read: Read,
  complain: Complain,
  { demo, publicUrl }: { demo: boolean; publicUrl: string | undefined },
): PaymentConfig {
  const sandbox = read(payTable.paySandbox) ?? demo
  if (sandbox && !demo) complain('PAY_SANDBOX: money of the sandbox is none; it runs in demo mode only')
  const payment = {
    sandbox,
    wechat: readWechat(read, complain),
    alipay: readAlipay(read, complain),
    card: readPaymentCard(read, complain),
  }
  if ((payment.wechat || payment.alipay || payment.card) && publicUrl === undefined)
    complain('PUBLIC_URL: payment providers call back there; give the address that they reach')
  return payment
}

function readWechat(read: Read, complain: Complain): PaymentConfig['wechat'] {
  const { wechatAppId, wechatMerchant, wechatSerial, wechatKeyFile, wechatApiKey, wechatPlatform } = payTable
  const values = together(read, complain, [
    wechatAppId,
    wechatMerchant,
    wechatSerial,
    wechatKeyFile,
    wechatApiKey,
    wechatPlatform,
  ])
  const publicKeyId = read(payTable.wechatPublicKeyId)
  const host = read(payTable.wechatHost) ?? payTable.wechatHost.fallback
  if (!values) return undefined
  const [appId = '', merchantId = '', serial = '', keyFile = '', given = '', files = ''] = values
  const privateKey = keyOf(wechatKeyFile.name, keyFile, createPrivateKey, complain)
  const apiKey = Buffer.from(secretOf(wechatApiKey.name, given, complain) ?? '')
  if (apiKey.length !== 32) complain(`${wechatApiKey.name}: must have 32 characters`)
  const platformKeys = new Map<string, KeyObject>()
  for (const file of files.split(/[\s,]+/).filter(Boolean)) {
    const text = fileOf(wechatPlatform.name, file, complain)
    if (text === undefined) continue
    const known = platformKeyOf(text, publicKeyId)
    if (known === undefined)
      complain(
        `${wechatPlatform.name}: ${file} holds no certificate, and no public key whose id WECHAT_PAY_PUBLIC_KEY_ID names`,
      )
    else platformKeys.set(...known)
  }
  if (!privateKey) return undefined
  return { appId, merchantId, serial, privateKey, apiKey, platformKeys, host: host.replace(/\/$/, '') }
}

function platformKeyOf(text: string, publicKeyId: string | undefined): [string, KeyObject] | undefined {
  try {
    if (text.includes('BEGIN CERTIFICATE')) {
      const certificate = new X509Certificate(text)
      return [certificate.serialNumber.toUpperCase(), certificate.publicKey]
    }
    return publicKeyId === undefined ? undefined : [publicKeyId.toUpperCase(), createPublicKey(text)]
  } catch {
    return undefined
  }
}

function readAlipay(read: Read, complain: Complain): PaymentConfig['alipay'] {
  const { alipayAppId, alipayKeyFile, alipayPublicFile } = payTable
  const values = together(read, complain, [alipayAppId, alipayKeyFile, alipayPublicFile])
  const show = read(payTable.alipayShow) ?? 'code'
  const gateway = read(payTable.alipayHost) ?? payTable.alipayHost.fallback
  if (!values) return undefined
  const [appId = '', keyFile = '', publicFile = ''] = values
  const privateKey = keyOf(
    alipayKeyFile.name,
    keyFile,
    text => createPrivateKey(pemOf(text, privateKinds)),
    complain,
  )
  const publicKey = keyOf(
    alipayPublicFile.name,
    publicFile,
    text => createPublicKey(pemOf(text, ['PUBLIC KEY'])),
    complain,
  )
  if (!privateKey || !publicKey) return undefined
  return {
    appId,
    privateKey: String(privateKey.export({ type: 'pkcs1', format: 'pem' })),
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    gateway,
    show,
  }
}

function readPaymentCard(read: Read, complain: Complain): PaymentConfig['card'] {
  const { stripeKey, stripeWebhook } = payTable
  const values = together(read, complain, [stripeKey, stripeWebhook])
  const host = read(payTable.stripeHost) ?? payTable.stripeHost.fallback
  if (!values) return undefined
  const secretKey = secretOf(stripeKey.name, values[0] ?? '', complain)
  const webhookSecret = secretOf(stripeWebhook.name, values[1] ?? '', complain)
  return secretKey && webhookSecret ? { secretKey, webhookSecret, host } : undefined
}

const privateKinds = ['PRIVATE KEY', 'RSA PRIVATE KEY'] as const

/** Alipay's tool hands keys out as bare base64, without saying which kind: the first kind that can be read. */
function pemOf(text: string, kinds: readonly string[]): string {
  if (text.includes('-----BEGIN')) return text
  const bare = text.replace(/\s/g, '').replace(/(.{64})/g, '$1\n')
  const tried = kinds.map(kind => `-----BEGIN ${kind}-----\n${bare}\n-----END ${kind}-----\n`)
  const readable = tried.find(pem => {
    try {
      return pem.includes('PRIVATE') ? createPrivateKey(pem) : createPublicKey(pem)
    } catch {
      return false
    }
  })
  return readable ?? text
}

function keyOf(
  name: string,
  file: string,
  make: (text: string) => KeyObject,
  complain: Complain,
): KeyObject | undefined {
  const text = fileOf(name, file, complain)
  if (text === undefined) return undefined
  try {
    return make(text)
  } catch {
    // What is wrong with a key is not said: it would have to be quoted.
    complain(`${name}: ${file} holds no key that can be read`)
    return undefined
  }
}
