// Text messages through Aliyun, by its own library. Receipts are asked for: what it calls back with carries no signature.
import type Dysms from '@alicloud/dysmsapi20170525'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import {
  readable,
  type TextMessage,
  type TextOutcome,
  TextProblem,
  type TextProvider,
  variable,
} from './provider.ts'
import { failureOf } from './text-failure.ts'

export interface AliyunSettings {
  keyId: string
  keySecret: string
  sign: string
  codeTemplate: string
  alarmTemplate: string
  /** Host, with its scheme. */
  host: string
}

const TIMEOUT_MS = 10_000
/** Codes of failures that pass: rate limits, and errors on their side. */
const PASSING =
  /^(isp\.|isv\.(BUSINESS_LIMIT_CONTROL|SYSTEM_ERROR)|Throttling|ServiceUnavailable|InternalError)/

const fieldsOf = (message: TextMessage): Record<string, string> =>
  message.about === 'code'
    ? { code: message.code }
    : { what: variable(message.what), who: variable(message.who), place: variable(message.place) }

/** The day of a moment in China, as Aliyun names it. */
const dayOf = (at: number) => new Date(at + 8 * HOUR_MS).toISOString().slice(0, 10).replaceAll('-', '')

export function createAliyun(settings: AliyunSettings): TextProvider {
  let client: Promise<{ client: Dysms; library: typeof import('@alicloud/dysmsapi20170525') }> | undefined
  // Read when the first message goes: the library is large.
  const open = () => {
    client ??= connect(settings)
    return client
  }
  return {
    way: 'aliyun',
    send: async ({ id, phone, message }) => {
      const { client: carrier, library } = await open()
      const request = new library.SendSmsRequest({
        phoneNumbers: phone,
        signName: settings.sign,
        templateCode: message.about === 'code' ? settings.codeTemplate : settings.alarmTemplate,
        templateParam: JSON.stringify(fieldsOf(message)),
        outId: String(id),
      })
      const { body } = await carrier.sendSms(request).catch(unreached)
      if (body?.code !== 'OK' || !body.bizId) {
        const reason = readable(`${body?.code ?? ''} ${body?.message ?? ''}`)
        throw new TextProblem(reason, {
          passing: PASSING.test(body?.code ?? ''),
          failure: failureOf(reason),
        })
      }
      return { number: body.bizId }
    },
    ask: async ({ id, phone, number, sentAt }): Promise<TextOutcome> => {
      const { client: carrier, library } = await open()
      const request = new library.QuerySendDetailsRequest({
        phoneNumber: phone,
        bizId: number,
        sendDate: dayOf(sentAt),
        pageSize: 10,
        currentPage: 1,
      })
      const { body } = await carrier.querySendDetails(request).catch(unreached)
      const found = body?.smsSendDetailDTOs?.smsSendDetailDTO ?? []
      const mine = found.find(({ outId }) => outId === String(id)) ?? found[0]
      if (mine?.sendStatus === 3) return { state: 'delivered' }
      return mine?.sendStatus === 2
        ? { state: 'failed', reason: readable(mine.errCode) }
        : { state: 'waiting' }
    },
  }
}

async function connect({ keyId, keySecret, host }: AliyunSettings) {
  const library = await import('@alicloud/dysmsapi20170525')
  const { $OpenApiUtil } = await import('@alicloud/openapi-core')
  const { protocol, host: endpoint } = new URL(host)
  const config = new $OpenApiUtil.Config({
    accessKeyId: keyId,
    accessKeySecret: keySecret,
    endpoint,
    protocol: protocol.slice(0, -1),
    connectTimeout: TIMEOUT_MS,
    readTimeout: TIMEOUT_MS,
  })
  // The package is CommonJS: its class is the default export of the default export.
  const Client = [Reflect.get(library.default, 'default'), library.default].find(isClient)
  if (!Client) throw new Error('The library of Aliyun has no client')
  return { client: new Client(config), library }
}

const isClient = (value: unknown): value is typeof Dysms => typeof value === 'function'

function unreached(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined
  const passing = status === undefined || status >= 500 || status === 429 || PASSING.test(code)
  const reason = readable(error instanceof Error ? error.message : String(error))
  const failure = failureOf(`${code} ${reason}`, status === undefined ? 'unreachable' : 'refused')
  throw new TextProblem(reason, { passing, failure, cause: error })
}
