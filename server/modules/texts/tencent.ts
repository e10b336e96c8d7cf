// Text messages through Tencent Cloud, by its own library. Receipts are asked for: what it calls back with carries no
// signature.
import type { sms } from 'tencentcloud-sdk-nodejs-sms'
import {
  readable,
  type TextMessage,
  type TextOutcome,
  TextProblem,
  type TextProvider,
  variable,
} from './provider.ts'
import { failureOf } from './text-failure.ts'

export interface TencentSettings {
  keyId: string
  keySecret: string
  appId: string
  sign: string
  codeTemplate: string
  alarmTemplate: string
  region: string
  /** Host, with its scheme. */
  host: string
}

const TIMEOUT_SECONDS = 10
const PASSING =
  /^(LimitExceeded\.(DeliveryFrequencyLimit|PhoneNumberThirtySecondLimit)|RequestLimitExceeded|InternalError|FailedOperation\.ServiceUnavailable|ResourceUnavailable)/

/** The template's variables in order: one for a login code, three for an alarm. */
const fieldsOf = (message: TextMessage): string[] =>
  message.about === 'code'
    ? [message.code]
    : [variable(message.what), variable(message.who), variable(message.place)]

type Client = InstanceType<typeof sms.v20210111.Client>

export function createTencent(settings: TencentSettings): TextProvider {
  let client: Promise<Client> | undefined
  const open = () => {
    client ??= connect(settings)
    return client
  }
  return {
    way: 'tencent',
    send: async ({ id, phone, message }) => {
      const answer = await (await open())
        .SendSms({
          PhoneNumberSet: [`+86${phone}`],
          SmsSdkAppId: settings.appId,
          SignName: settings.sign,
          TemplateId: message.about === 'code' ? settings.codeTemplate : settings.alarmTemplate,
          TemplateParamSet: fieldsOf(message),
          SessionContext: String(id),
        })
        .catch(unreached)
      const one = answer.SendStatusSet?.[0]
      if (one?.Code !== 'Ok' || !one.SerialNo) {
        const reason = readable(`${one?.Code ?? ''} ${one?.Message ?? ''}`)
        throw new TextProblem(reason, {
          passing: PASSING.test(one?.Code ?? ''),
          failure: failureOf(reason),
        })
      }
      return { number: one.SerialNo }
    },
    ask: async ({ phone, number, sentAt }): Promise<TextOutcome> => {
      const answer = await (await open())
        .PullSmsSendStatusByPhoneNumber({
          BeginTime: Math.floor(sentAt / 1000) - 60,
          Offset: 0,
          Limit: 100,
          PhoneNumber: `+86${phone}`,
          SmsSdkAppId: settings.appId,
        })
        .catch(unreached)
      const mine = answer.PullSmsSendStatusSet?.find(({ SerialNo }) => SerialNo === number)
      if (!mine) return { state: 'waiting' }
      return mine.ReportStatus === 'SUCCESS'
        ? { state: 'delivered' }
        : { state: 'failed', reason: readable(mine.Description) }
    },
  }
}

async function connect({ keyId, keySecret, region, host }: TencentSettings): Promise<Client> {
  const library = await import('tencentcloud-sdk-nodejs-sms')
  const { protocol, host: endpoint } = new URL(host)
  return new library.default.sms.v20210111.Client({
    credential: { secretId: keyId, secretKey: keySecret },
    region,
    profile: {
      httpProfile: {
        endpoint,
        protocol: protocol === 'http:' ? 'http://' : 'https://',
        reqTimeout: TIMEOUT_SECONDS,
      },
    },
  })
}

function unreached(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // What its own words do not explain is a matter of the network.
  const passing = !/^[A-Z]\w+(\.\w+)*$/.test(code) || /^E[A-Z]+$/.test(code) || PASSING.test(code)
  const reason = readable(error instanceof Error ? `${code} ${error.message}` : String(error))
  throw new TextProblem(reason, {
    passing,
    failure: failureOf(reason, /^[A-Z]\w+\.\w+/.test(code) ? 'refused' : 'unreachable'),
    cause: error,
  })
}
