// The carriers' part of the environment: names, meanings, and that nobody starts with half a carrier.
import * as z from 'zod/mini'
import { address, type Complain, type Read, row } from '../../settings/setting.ts'
import { secretOf, together } from '../../settings/together.ts'
import { type AliyunSettings, createAliyun } from './aliyun.ts'
import { createHttpCarrier, type HttpCarrierSettings } from './http-carrier.ts'
import type { TextProvider } from './provider.ts'
import { createTencent, type TencentSettings } from './tencent.ts'

const web = address('http', 'https')
const some = z.string().check(z.minLength(1), z.maxLength(200))
const secret = z.string().check(z.minLength(8, 'is too short for a secret'))

/** Rows of the table of settings. */
export const textTable = {
  aliyunKey: row(
    'ALIYUN_SMS_KEY_ID',
    'Text messages by Aliyun, with the next four: id of the access key',
    some,
  ),
  aliyunSecret: row(
    'ALIYUN_SMS_KEY_SECRET',
    'Aliyun SMS: secret of the access key; or a file with it after `file:`',
    secret,
  ),
  aliyunSign: row('ALIYUN_SMS_SIGN', 'Aliyun SMS: approved signature', some),
  aliyunCode: row(
    'ALIYUN_SMS_CODE_TEMPLATE',
    'Aliyun SMS: template of login codes, with the variable `code`',
    some,
  ),
  aliyunAlarm: row(
    'ALIYUN_SMS_ALARM_TEMPLATE',
    'Aliyun SMS: template of alarms, with the variables `what`, `who` and `place`',
    some,
  ),
  aliyunHost: row('ALIYUN_SMS_HOST', 'Aliyun SMS: address of its API', web, 'https://dysmsapi.aliyuncs.com'),
  tencentKey: row(
    'TENCENT_SMS_KEY_ID',
    'Text messages by Tencent Cloud, with the next five: id of the API key',
    some,
  ),
  tencentSecret: row(
    'TENCENT_SMS_KEY_SECRET',
    'Tencent SMS: secret of the API key; or a file with it after `file:`',
    secret,
  ),
  tencentApp: row(
    'TENCENT_SMS_APP_ID',
    'Tencent SMS: the application (SdkAppId)',
    z.string().check(z.regex(/^\d{6,20}$/, 'must be digits')),
  ),
  tencentSign: row('TENCENT_SMS_SIGN', 'Tencent SMS: approved signature', some),
  tencentCode: row(
    'TENCENT_SMS_CODE_TEMPLATE',
    'Tencent SMS: template of login codes, `{1}` is the code',
    some,
  ),
  tencentAlarm: row(
    'TENCENT_SMS_ALARM_TEMPLATE',
    'Tencent SMS: template of alarms, `{1}` what, `{2}` who, `{3}` where',
    some,
  ),
  tencentRegion: row('TENCENT_SMS_REGION', 'Tencent SMS: region', some, 'ap-guangzhou'),
  tencentHost: row(
    'TENCENT_SMS_HOST',
    'Tencent SMS: address of its API',
    web,
    'https://sms.tencentcloudapi.com',
  ),
  textUrl: row(
    'TEXT_URL',
    'Text messages by any carrier with a signed HTTP interface, with the next two: its address',
    web,
  ),
  textAppId: row(
    'TEXT_APP_ID',
    'Text messages over HTTP: name under which the carrier knows this installation',
    some,
  ),
  textSecret: row(
    'TEXT_SECRET',
    'Text messages over HTTP: secret that signs both ways, at least 16 characters; or a file with it after `file:`',
    secret,
  ),
} as const

export type TextConfig =
  | { way: 'aliyun'; aliyun: AliyunSettings }
  | { way: 'tencent'; tencent: TencentSettings }
  | { way: 'http'; http: HttpCarrierSettings }

/** The carrier of text messages; undefined: none, and in demo mode the outbox. */
export function readTexts(read: Read, complain: Complain): TextConfig | undefined {
  const found = [readAliyun(read, complain), readTencent(read, complain), readHttp(read, complain)]
  const given = found.filter(one => one !== undefined)
  if (given.length > 1)
    complain(`${given.map(({ way }) => nameOf[way]).join(', ')}: one carrier of text messages at most`)
  return given[0]
}

const nameOf = { aliyun: 'ALIYUN_SMS_KEY_ID', tencent: 'TENCENT_SMS_KEY_ID', http: 'TEXT_URL' } as const

export function providerOf(config: TextConfig): TextProvider {
  if (config.way === 'aliyun') return createAliyun(config.aliyun)
  return config.way === 'tencent' ? createTencent(config.tencent) : createHttpCarrier(config.http)
}

function readAliyun(read: Read, complain: Complain): TextConfig | undefined {
  const { aliyunKey, aliyunSecret, aliyunSign, aliyunCode, aliyunAlarm, aliyunHost } = textTable
  const values = together(read, complain, [aliyunKey, aliyunSecret, aliyunSign, aliyunCode, aliyunAlarm])
  const host = read(aliyunHost) ?? aliyunHost.fallback
  if (!values) return undefined
  const [keyId = '', given = '', sign = '', codeTemplate = '', alarmTemplate = ''] = values
  const keySecret = secretOf(aliyunSecret.name, given, complain)
  if (!keySecret) return undefined
  return { way: 'aliyun', aliyun: { keyId, keySecret, sign, codeTemplate, alarmTemplate, host } }
}

function readTencent(read: Read, complain: Complain): TextConfig | undefined {
  const { tencentKey, tencentSecret, tencentApp, tencentSign, tencentCode, tencentAlarm } = textTable
  const values = together(read, complain, [
    tencentKey,
    tencentSecret,
    tencentApp,
    tencentSign,
    tencentCode,
    tencentAlarm,
  ])
  const region = read(textTable.tencentRegion) ?? textTable.tencentRegion.fallback
  const host = read(textTable.tencentHost) ?? textTable.tencentHost.fallback
  if (!values) return undefined
  const [keyId = '', given = '', appId = '', sign = '', codeTemplate = '', alarmTemplate = ''] = values
  const keySecret = secretOf(tencentSecret.name, given, complain)
  if (!keySecret) return undefined
  return {
    way: 'tencent',
    tencent: { keyId, keySecret, appId, sign, codeTemplate, alarmTemplate, region, host },
  }
}

function readHttp(read: Read, complain: Complain): TextConfig | undefined {
  const { textUrl, textAppId, textSecret } = textTable
  const values = together(read, complain, [textUrl, textAppId, textSecret])
  if (!values) return undefined
  const [url = '', appId = '', given = ''] = values
  const key = secretOf(textSecret.name, given, complain)
  if (key === undefined) return undefined
  if (key.length < 16) complain(`${textSecret.name}: must have at least 16 characters`)
  return { way: 'http', http: { url, appId, secret: key } }
}
