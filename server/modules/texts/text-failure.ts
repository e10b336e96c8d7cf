// What carriers' codes and words mean to a person; the first that fits counts.
import type { TextFailure } from '../../../src/domain/alarm/alarm-text.ts'

/**
 * From the lists of codes of Aliyun (`isv.…`, receipts in capitals) and of Tencent (`FailedOperation.…`, words in receipts);
 * other carriers use words like these.
 */
const meanings: readonly (readonly [RegExp, TextFailure])[] = [
  [/BUSINESS_LIMIT|DAY_LIMIT|LimitExceeded|FREQUEN|频/i, 'tooMany'],
  [/BLACK|REJECT|UNSUBSCRIB|黑名单|退订|拒收/i, 'blocked'],
  [
    /AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|Insufficient|isv\.ACCOUNT|AccessKey|AuthFailure|DoesNotMatch|Unauthorized|SdkAppId|欠费|余额/i,
    'account',
  ],
  [/TEMPLATE|SIGNATURE|SIGN_NAME|PARAM_LENGTH|SensitiveWords|签名|模板|敏感/i, 'form'],
  [/MOBILE_(NUMBER|COUNT|ACCOUNT)|INVALID_?NUMBER|PhoneNumber|空号|号码/i, 'number'],
  [/NOT_ON_SERVICE|MOBILE_SEND_LIMIT|NO_ROUTE|UNREACHABLE|UNDELIV|EXPIRED|关机|停机|不在服务区/i, 'phoneOff'],
  [/Throttling|RequestLimit|ServiceUnavailable|InternalError|SYSTEM_ERROR/i, 'overloaded'],
]

/** `otherwise`: what it is taken for where the carrier's words say nothing that is known here. */
export const failureOf = (reason: string | null, otherwise: TextFailure = 'refused'): TextFailure =>
  meanings.find(([words]) => words.test(reason ?? ''))?.[1] ?? otherwise
