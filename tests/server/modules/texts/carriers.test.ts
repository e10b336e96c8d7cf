// The carriers of text messages, each through its own library against a local peer that plays it; and the environment.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../../server/config.ts'
import { signAnswer, signRequest } from '../../../../server/modules/sim-cards/carrier-gateway.ts'
import { createAliyun } from '../../../../server/modules/texts/aliyun.ts'
import { createHttpCarrier, readReceipts } from '../../../../server/modules/texts/http-carrier.ts'
import type { TextMessage } from '../../../../server/modules/texts/provider.ts'
import { createTencent } from '../../../../server/modules/texts/tencent.ts'
import { ConfigError } from '../../../../server/settings/config-error.ts'
import { type FakeVendor, startVendor, type Told } from '../pay/fake-vendor.ts'

let vendor: FakeVendor | undefined
afterEach(async () => {
  await vendor?.stop()
  vendor = undefined
})
const peer = async (answer: Parameters<typeof startVendor>[0]) => {
  vendor = await startVendor(answer)
  return vendor
}
const json = (body: unknown, status = 200): Told => ({ status, body: JSON.stringify(body) })

const CODE: TextMessage = { about: 'code', code: '123456' }
const ALARM: TextMessage = {
  about: 'alarm',
  what: '报警：跌倒',
  who: '王秀英',
  place: '三栋'.repeat(30),
  text: '报警：跌倒，王秀英',
}
const PHONE = '13800000001'
const SENT = { id: 7, phone: PHONE, number: 'carried-1', sentAt: Date.UTC(2026, 10, 21, 20) }

describe('Aliyun', () => {
  const make = (host: string) =>
    createAliyun({
      keyId: 'key',
      keySecret: 'secret-of-the-key',
      sign: '门房',
      codeTemplate: 'SMS_1',
      alarmTemplate: 'SMS_2',
      host,
    })
  /** Parameters stand in the query or in a form. */
  const asked = () => {
    const { path = '', body = '' } = vendor?.asked.at(-1) ?? {}
    return new URLSearchParams(`${path.split('?')[1] ?? ''}&${body}`)
  }

  test('a code goes by its template, signed', async () => {
    const { url } = await peer(() => json({ Code: 'OK', BizId: 'carried-1', Message: 'OK', RequestId: 'x' }))
    expect(await make(url).send({ id: 7, phone: PHONE, message: CODE })).toEqual({ number: 'carried-1' })
    expect(Object.fromEntries(asked())).toMatchObject({
      PhoneNumbers: PHONE,
      SignName: '门房',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"123456"}',
      OutId: '7',
    })
    expect(vendor?.asked[0]?.headers).toMatchObject({
      'x-acs-action': 'SendSms',
      authorization: expect.stringContaining('key'),
    })
    expect(JSON.stringify(vendor?.asked)).not.toContain('secret-of-the-key')
  })
  test('an alarm in its parts, none longer than a variable may be', async () => {
    const { url } = await peer(() => json({ Code: 'OK', BizId: 'b' }))
    await make(url).send({ id: 8, phone: PHONE, message: ALARM })
    const fields: unknown = JSON.parse(asked().get('TemplateParam') ?? '')
    expect(fields).toEqual({ what: '报警：跌倒', who: '王秀英', place: '三栋'.repeat(30).slice(0, 35) })
    expect(asked().get('TemplateCode')).toBe('SMS_2')
  })
  test.each([
    [json({ Code: 'isv.SMS_TEMPLATE_ILLEGAL', Message: '模板不合法' }), false],
    [json({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: 'limit' }), true],
    [json({ Code: 'ServiceUnavailable', Message: 'later' }, 503), true],
    [json({ Code: 'InvalidAccessKeyId.NotFound', Message: 'no key' }, 404), false],
  ])('what is refused says why, and whether it may work later (%#)', async (told, passing) => {
    const { url } = await peer(() => told)
    await expect(make(url).send({ id: 7, phone: PHONE, message: CODE })).rejects.toMatchObject({
      name: 'TextProblem',
      passing,
    })
  })
  test('nobody there: later', async () => {
    const { url, stop } = await peer(() => ({}))
    await stop()
    await expect(make(url).send({ id: 7, phone: PHONE, message: CODE })).rejects.toMatchObject({
      passing: true,
    })
  })
  test.each([
    [3, '', { state: 'delivered' }],
    [2, 'MOBILE_NOT_ON_SERVICE', { state: 'failed', reason: 'MOBILE_NOT_ON_SERVICE' }],
    [1, '', { state: 'waiting' }],
  ])('asked, it says %s', async (SendStatus, ErrCode, outcome) => {
    const { url } = await peer(() =>
      json({ Code: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: [{ OutId: '7', SendStatus, ErrCode }] } }),
    )
    expect(await make(url).ask?.(SENT)).toEqual(outcome)
    // The day of the message in China: it was sent at four in the morning there.
    expect(Object.fromEntries(asked())).toMatchObject({ BizId: 'carried-1', SendDate: '20261122' })
  })
})

describe('Tencent', () => {
  const make = (host: string) =>
    createTencent({
      keyId: 'key',
      keySecret: 'secret-of-the-key',
      appId: '1400000001',
      sign: '门房',
      codeTemplate: '1',
      alarmTemplate: '2',
      region: 'ap-guangzhou',
      host,
    })
  const said = () => JSON.parse(vendor?.asked.at(-1)?.body ?? '{}') as Record<string, unknown>
  const sent = (Code: string) =>
    json({
      Response: {
        RequestId: 'x',
        SendStatusSet: [{ Code, SerialNo: Code === 'Ok' ? 'carried-1' : '', Message: 'm' }],
      },
    })

  test('a code and an alarm go by their templates, signed', async () => {
    const { url } = await peer(() => sent('Ok'))
    const carrier = make(url)
    expect(await carrier.send({ id: 7, phone: PHONE, message: CODE })).toEqual({ number: 'carried-1' })
    expect(said()).toMatchObject({
      PhoneNumberSet: ['+8613800000001'],
      SmsSdkAppId: '1400000001',
      SignName: '门房',
      TemplateId: '1',
      TemplateParamSet: ['123456'],
      SessionContext: '7',
    })
    expect(vendor?.asked[0]?.headers).toMatchObject({
      'x-tc-action': 'SendSms',
      authorization: expect.stringContaining('TC3-HMAC-SHA256 Credential=key/'),
    })
    await carrier.send({ id: 8, phone: PHONE, message: ALARM })
    expect(said()).toMatchObject({
      TemplateId: '2',
      TemplateParamSet: ['报警：跌倒', '王秀英', '三栋'.repeat(30).slice(0, 35)],
    })
  })
  test.each([
    [sent('FailedOperation.TemplateIncorrectOrUnapproved'), false],
    [sent('LimitExceeded.PhoneNumberThirtySecondLimit'), true],
    [json({ Response: { Error: { Code: 'RequestLimitExceeded', Message: 'later' }, RequestId: 'x' } }), true],
    [
      json({ Response: { Error: { Code: 'AuthFailure.SecretIdNotFound', Message: 'no' }, RequestId: 'x' } }),
      false,
    ],
    [{ status: 502, body: 'bad gateway' }, true],
  ])('what is refused says why, and whether it may work later (%#)', async (told, passing) => {
    const { url } = await peer(() => told)
    await expect(make(url).send({ id: 7, phone: PHONE, message: CODE })).rejects.toMatchObject({
      name: 'TextProblem',
      passing,
    })
  })
  test('nobody there: later', async () => {
    const { url, stop } = await peer(() => ({}))
    await stop()
    await expect(make(url).send({ id: 7, phone: PHONE, message: CODE })).rejects.toMatchObject({
      passing: true,
    })
  })
  test.each([
    ['SUCCESS', { state: 'delivered' }],
    ['FAIL', { state: 'failed', reason: 'DELIVRD_NOT' }],
  ])('asked, it says %s', async (ReportStatus, outcome) => {
    const { url } = await peer(() =>
      json({
        Response: {
          RequestId: 'x',
          PullSmsSendStatusSet: [
            { SerialNo: 'another', ReportStatus: 'FAIL', Description: 'not this one' },
            { SerialNo: 'carried-1', ReportStatus, Description: 'DELIVRD_NOT' },
          ],
        },
      }),
    )
    expect(await make(url).ask?.(SENT)).toEqual(outcome)
    expect(await make(url).ask?.({ ...SENT, number: 'unheard' })).toEqual({ state: 'waiting' })
  })
})

describe('the signed interface', () => {
  const secret = 's'.repeat(16)
  const make = (url: string) =>
    createHttpCarrier({ url: `${url}/texts/send`, appId: 'gate', secret, timeoutMs: 2000 })
  const signed =
    (body: unknown, status = 200) =>
    (asked: FakeVendor['asked'][number]): Told => {
      const text = JSON.stringify(body)
      return {
        status,
        body: text,
        headers: {
          'x-signature': signAnswer(secret, { nonce: String(asked.headers['x-nonce']), body: text }),
        },
      }
    }

  test('signs what it says with time and nonce, and believes a signed answer only', async () => {
    const { url, asked } = await peer(signed({ accepted: true, number: 'n1' }))
    expect(await make(url).send({ id: 7, phone: PHONE, message: CODE })).toEqual({ number: 'n1' })
    const [first] = asked
    const body = first?.body ?? ''
    expect(JSON.parse(body)).toEqual({
      id: '7',
      phone: PHONE,
      about: 'code',
      text: 'Gatehouse: 123456',
      fields: { code: '123456' },
    })
    const [timestamp, nonce] = [String(first?.headers['x-timestamp']), String(first?.headers['x-nonce'])]
    expect(first?.headers).toMatchObject({
      'x-app-id': 'gate',
      'x-signature': signRequest(secret, { path: '/texts/send', timestamp, nonce, body }),
    })
    if (vendor) vendor.answer = () => json({ accepted: true, number: 'forged' })
    await expect(make(url).send({ id: 7, phone: PHONE, message: CODE })).rejects.toMatchObject({
      passing: false,
    })
  })
  test.each([
    [signed({ accepted: false, reason: 'blocked' }), false],
    [() => ({ status: 503 }), true],
    [() => ({ status: 429 }), true],
    [() => ({ status: 401 }), false],
  ])('what is refused says whether it may work later (%#)', async (answer, passing) => {
    const { url } = await peer(answer)
    await expect(make(url).send({ id: 7, phone: PHONE, message: CODE })).rejects.toMatchObject({ passing })
  })
  test('receipts: only what is signed, fresh and well formed', () => {
    const NOW = 1_795_262_520_605
    const body = JSON.stringify({ receipts: [{ id: '7', state: 'delivered' }] })
    const raw = { path: '/api/message/texts/receipts', timestamp: String(NOW), nonce: 'n', body }
    const sign = (parts: typeof raw) => ({ ...parts, signature: signRequest(secret, parts) })
    expect(readReceipts(secret, sign(raw), NOW)).toEqual([{ id: '7', state: 'delivered' }])
    expect(readReceipts(secret, { ...sign(raw), body: body.replace('7', '8') }, NOW)).toBe('forged')
    expect(readReceipts(secret, { ...sign(raw), signature: '' }, NOW)).toBe('forged')
    expect(readReceipts('another secret!!', sign(raw), NOW)).toBe('forged')
    expect(readReceipts(secret, sign(raw), NOW + 301_000)).toBe('stale')
    expect(readReceipts(secret, sign({ ...raw, timestamp: 'now' }), NOW)).toBe('stale')
    expect(
      readReceipts(secret, sign({ ...raw, body: '{"receipts":[{"id":"x","state":"read"}]}' }), NOW),
    ).toBe('malformed')
  })
})

describe('in the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-texts-'))
  const read = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: mkdtempSync(join(folder, 'data-')), ...env }).texts
  const problemsOf = (env: Record<string, string>): string[] => {
    try {
      read(env)
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.problems
      throw error
    }
  }
  const http = { TEXT_URL: 'https://texts.example/send', TEXT_APP_ID: 'gate', TEXT_SECRET: 'x'.repeat(16) }
  const aliyun = {
    ALIYUN_SMS_KEY_ID: 'key',
    ALIYUN_SMS_KEY_SECRET: 'secret-of-the-key',
    ALIYUN_SMS_SIGN: '门房',
    ALIYUN_SMS_CODE_TEMPLATE: 'SMS_1',
    ALIYUN_SMS_ALARM_TEMPLATE: 'SMS_2',
  }

  test('whole, with a secret from a file', () => {
    const file = join(folder, 'secret')
    writeFileSync(file, `${'y'.repeat(20)}\n`, { mode: 0o600 })
    expect(read({})).toBeUndefined()
    expect(read({ ...http, TEXT_SECRET: `file:${file}` })).toMatchObject({ http: { secret: 'y'.repeat(20) } })
    expect(read({ ...aliyun, ALIYUN_SMS_KEY_SECRET: `file:${file}` })).toMatchObject({
      way: 'aliyun',
      aliyun: { keySecret: 'y'.repeat(20), host: 'https://dysmsapi.aliyuncs.com' },
    })
  })
  test.each([
    [{ TEXT_URL: http.TEXT_URL }, 'TEXT_APP_ID, TEXT_SECRET: missing'],
    [{ ...aliyun, ALIYUN_SMS_SIGN: '' }, 'ALIYUN_SMS_SIGN: missing'],
    [{ TENCENT_SMS_KEY_ID: 'key' }, 'TENCENT_SMS_KEY_SECRET, TENCENT_SMS_APP_ID'],
    [{ ...http, ...aliyun }, 'one carrier of text messages at most'],
    [{ ...http, TEXT_SECRET: 'too short' }, 'at least 16 characters'],
    [{ ...http, TEXT_SECRET: 'file:/nowhere' }, 'cannot be read'],
  ])('half a carrier, or two, keep the server from starting (%#)', (env, problem) => {
    expect(problemsOf(env).join()).toContain(problem)
  })
})
