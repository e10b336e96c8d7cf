// A rule as a sentence in parts: when it holds, what the alarm is treated as, who is told, what happens when nobody acts.
import { Trans, useLingui } from '@lingui/react/macro'
import type { alarmRule } from '../../domain/alarm/alarm-rule.ts'
import type { RowOf } from '../../domain/entity.ts'
import { kindWords } from '../../resource/device-kind-words.ts'
import { useIntlLocale } from '../../ui/locale.ts'
import { Clause, Sentence } from '../../ui/sentence.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { clockOf, daysText } from '../../ui/week.ts'
import { severityWords, typeWords } from './alarm-words.ts'
import { channelWords } from './rule-words.ts'

export type RuleRow = RowOf<typeof alarmRule>

/** What a sentence needs of a rule; a form has it before the rule is saved. */
export type RuleParts = Omit<
  RuleRow,
  'id' | 'version' | 'createdAt' | 'updatedAt' | 'name' | 'enabled' | 'priority'
>

export function RuleSentence({ rule }: { rule: RuleParts }) {
  return (
    <Sentence>
      <p>
        <When rule={rule} />
      </p>
      <p>
        <Then rule={rule} />
      </p>
    </Sentence>
  )
}

/** Names as one text in the reader's language. */
function useList(): (names: readonly string[]) => string {
  const locale = useIntlLocale()
  return names => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}

function When({ rule }: { rule: RuleParts }) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  const list = useList()
  const types = list(rule.types.map(type => i18n._(typeWords[type])))
  const kinds = list(rule.kinds.map(kind => i18n._(kindWords[kind].label)))
  const days = rule.days.length > 0 && rule.days.length < 7 ? daysText(rule.days, locale) : undefined
  const [from, until] = [rule.fromMinute ?? null, rule.untilMinute ?? null]
  return (
    <>
      <Clause>
        {rule.types.length > 0 ? (
          <Trans>
            When <b>{types}</b>
          </Trans>
        ) : (
          <Trans>
            When <b>any alarm</b>
          </Trans>
        )}
      </Clause>
      {kinds && (
        <Clause>
          <Trans>
            of <b>{kinds}</b>
          </Trans>
        </Clause>
      )}
      {rule.groupName && (
        <Clause>
          <Trans>
            in the group <b>{rule.groupName}</b>
          </Trans>
        </Clause>
      )}
      {rule.departmentName && (
        <Clause>
          <Trans>
            in the department <b>{rule.departmentName}</b>
          </Trans>
        </Clause>
      )}
      {days && (
        <Clause>
          <Trans>
            on <b>{days}</b>
          </Trans>
        </Clause>
      )}
      {from !== null && until !== null && (
        <Clause>
          <Trans>
            from <b dir="ltr">{clockOf(from)}</b> to <b dir="ltr">{clockOf(until)}</b>
          </Trans>
        </Clause>
      )}
    </>
  )
}

function Then({ rule }: { rule: RuleParts }) {
  const { i18n, t } = useLingui()
  const list = useList()
  const { severity, repeatMinutes, escalateMinutes } = rule
  const onDuty = (posts: readonly string[]) => posts.map(name => t`whoever is on duty at ${name}`)
  const who = list([...rule.roleNames, ...rule.userNames, ...onDuty(rule.dutyPostNames)])
  const above = list([
    ...rule.escalateRoleNames,
    ...rule.escalateUserNames,
    ...onDuty(rule.escalateDutyPostNames),
  ])
  const channels = list(rule.channels.map(channel => i18n._(channelWords[channel])))
  return (
    <>
      {severity && (
        <Clause>
          <Trans>
            treat it as <SeverityBadge tone={severity}>{i18n._(severityWords[severity])}</SeverityBadge>
          </Trans>
        </Clause>
      )}
      <Clause>
        {!channels ? (
          <Trans>notify nobody</Trans>
        ) : who ? (
          <Trans>
            notify <b>{who}</b> by <b>{channels}</b>
          </Trans>
        ) : (
          <Trans>
            notify <b>everybody in charge</b> by <b>{channels}</b>
          </Trans>
        )}
      </Clause>
      {repeatMinutes && (
        <Clause>
          <Trans>
            again every <b>{repeatMinutes} min</b>
          </Trans>
        </Clause>
      )}
      {escalateMinutes && (
        <Clause>
          {above ? (
            <Trans>
              escalate after <b>{escalateMinutes} min</b> to <b>{above}</b>
            </Trans>
          ) : (
            <Trans>
              escalate after <b>{escalateMinutes} min</b>
            </Trans>
          )}
        </Clause>
      )}
    </>
  )
}
