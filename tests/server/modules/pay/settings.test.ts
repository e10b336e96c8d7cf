// Providers in the environment: whole or not at all, keys from files, and no sandbox where money is real.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../../server/config.ts'
import { ConfigError } from '../../../../server/settings/config-error.ts'
import { privatePem, publicPem, rsaPair } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pay-'))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content, { mode: 0o600 })
  return path
}
let wechat: Record<string, string>
let alipay: Record<string, string>
const card = { STRIPE_SECRET_KEY: 'sk_test_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_1234567890' }

beforeAll(() => {
  const [merchant, platform] = [rsaPair(), rsaPair()]
  wechat = {
    WECHAT_PAY_APP_ID: 'wx1234567890',
    WECHAT_PAY_MERCHANT_ID: '1900000001',
    WECHAT_PAY_SERIAL: 'CAFE0123',
    WECHAT_PAY_KEY_FILE: file('merchant.pem', privatePem(merchant)),
    WECHAT_PAY_API_KEY: `file:${file('api.key', `${'k'.repeat(32)}\n`)}`,
    WECHAT_PAY_PLATFORM_FILES: file('platform.pem', publicPem(platform)),
    WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0001',
  }
  alipay = {
    ALIPAY_APP_ID: '2021000000000001',
    // Bare base64, as Alipay's own tool writes it.
    ALIPAY_KEY_FILE: file('alipay.key', privatePem(merchant).replace(/-----[^-]+-----|\n/g, '')),
    ALIPAY_PUBLIC_KEY_FILE: file('alipay.pub', publicPem(platform).replace(/-----[^-]+-----|\n/g, '')),
  }
})

const read = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: mkdtempSync(join(folder, 'data-')), PUBLIC_URL: 'https://console.example', ...env })
function problemsOf(env: Record<string, string>): string[] {
  try {
    read(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('whole', () => {
  test('nothing is offered but the sandbox, and that in demo mode only', () => {
    expect(read({}).payment).toEqual({ sandbox: true, wechat: undefined, alipay: undefined, card: undefined })
    expect(read({ NODE_ENV: 'production' }).payment.sandbox).toBe(false)
    expect(read({ PAY_SANDBOX: 'off' }).payment.sandbox).toBe(false)
    expect(problemsOf({ NODE_ENV: 'production', PAY_SANDBOX: 'on' })).toEqual([
      expect.stringContaining('PAY_SANDBOX'),
    ])
  })
  test('all three', () => {
    const { payment } = read({ ...wechat, ...alipay, ...card })
    expect(payment.wechat).toMatchObject({ appId: 'wx1234567890', host: 'https://api.mch.weixin.qq.com' })
    expect([...(payment.wechat?.platformKeys.keys() ?? [])]).toEqual(['PUB_KEY_ID_0001'])
    expect(payment.wechat?.apiKey).toHaveLength(32)
    expect(payment.alipay?.privateKey).toContain('BEGIN RSA PRIVATE KEY')
    expect(payment.alipay?.publicKey).toContain('BEGIN PUBLIC KEY')
    expect(payment.card?.host).toBe('https://api.stripe.com')
  })
})

describe('half', () => {
  test('every variable that is missing is named', () => {
    for (const whole of [wechat, alipay, card] as Record<string, string>[])
      for (const name of Object.keys(whole).filter(each => each !== 'WECHAT_PAY_PUBLIC_KEY_ID')) {
        const { [name]: _, ...rest } = whole
        expect(problemsOf(rest), name).toEqual([expect.stringContaining(`${name}: missing`)])
      }
  })
  test('a public key without its id, a file that is away, a key that is none, an address that is missing', () => {
    const { WECHAT_PAY_PUBLIC_KEY_ID: _, ...noId } = wechat
    expect(problemsOf(noId)).toEqual([expect.stringContaining('WECHAT_PAY_PLATFORM_FILES')])
    expect(problemsOf({ ...wechat, WECHAT_PAY_KEY_FILE: '/nowhere/key.pem' })).toEqual([
      'WECHAT_PAY_KEY_FILE: /nowhere/key.pem cannot be read (ENOENT)',
    ])
    const junk = file('junk', 'secret words')
    const told = problemsOf({ ...alipay, ALIPAY_KEY_FILE: junk })
    expect(told).toEqual([`ALIPAY_KEY_FILE: ${junk} holds no key that can be read`])
    expect(problemsOf({ ...wechat, WECHAT_PAY_API_KEY: 'short' })).toEqual([
      expect.stringContaining('32 characters'),
    ])
    expect(problemsOf({ ...card, PUBLIC_URL: '' })).toEqual([expect.stringContaining('PUBLIC_URL')])
  })
})
