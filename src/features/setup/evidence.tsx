// What proves a step, or what there is of it so far, in one line.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SetupStep } from '../../domain/setup/guide.ts'
import { scenarioWords } from '../../resource/scenario-words.ts'
import { Age } from '../../ui/age.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { addressOfPage, type Facts } from './use-setup.ts'

export function Evidence({ step, facts }: { step: SetupStep; facts: Facts }): ReactNode {
  switch (step) {
    case 'organisation':
      return <Organisation facts={facts} />
    case 'people':
      return (
        <>
          <Plural value={facts.people} one="# person" other="# people" />
          {facts.invited > 0 && (
            <>
              {' · '}
              <Plural value={facts.invited} one="# invited" other="# invited" />
            </>
          )}
        </>
      )
    case 'device':
      if (facts.heard)
        return (
          <Trans>
            <bdi>{facts.heard.name}</bdi> · last heard <Age at={facts.heard.at} />
          </Trans>
        )
      return facts.devices > 0 ? (
        <Plural
          value={facts.devices}
          one="# device, not heard yet"
          other="# devices, none of them heard yet"
        />
      ) : (
        <Trans>No device yet</Trans>
      )
    case 'place':
      return facts.placed > 0 ? (
        <Plural value={facts.placed} one="# device has a place" other="# devices have a place" />
      ) : (
        <Trans>No device has a place yet</Trans>
      )
    case 'fence':
      return facts.fences > 0 ? (
        <Plural value={facts.fences} one="# geofence" other="# geofences" />
      ) : (
        <Trans>No geofence yet</Trans>
      )
    case 'rule':
      return facts.rules > 0 ? (
        <Plural value={facts.rules} one="# rule in force" other="# rules in force" />
      ) : (
        <Trans>No rule yet</Trans>
      )
    case 'sound':
      return facts.soundHeardAt === null ? (
        <Trans>Nobody has said that it was heard</Trans>
      ) : (
        <Trans>
          You heard it <Age at={facts.soundHeardAt} />
        </Trans>
      )
    case 'push':
      return <PushEvidence push={facts.push} />
    case 'alarm':
      return <TrialEvidence trial={facts.trial} />
    case 'secure':
      return <SecureEvidence />
    case 'backup':
      return facts.backup?.at == null ? (
        <Trans>Nobody has told of a backup</Trans>
      ) : (
        <Trans>
          The newest one is of <Age at={facts.backup.at} />
        </Trans>
      )
  }
}

function Organisation({ facts: { scenarios, zone } }: { facts: Facts }) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  if (scenarios === null) return <Trans>Nobody has said yet</Trans>
  const names = scenarios.map(scenario => i18n._(scenarioWords[scenario]))
  return (
    <>
      {new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(names)}
      {' · '}
      <bdi dir="ltr">{zone}</bdi>
    </>
  )
}

function PushEvidence({ push }: { push: Facts['push'] }) {
  if (push.browsers === 0) return <Trans>No browser of yours is subscribed</Trans>
  if (push.provenAt === null) return <Trans>Subscribed, nothing was shown there yet</Trans>
  return (
    <Trans>
      Last shown <Age at={push.provenAt} />
    </Trans>
  )
}

function TrialEvidence({ trial }: { trial: Facts['trial'] }) {
  if (!trial) return <Trans>None was raised yet</Trans>
  if (trial.acknowledgedAt === null)
    return (
      <Trans>
        Raised <Age at={trial.raisedAt} />, waits for somebody to take it
      </Trans>
    )
  const who = trial.acknowledgedBy ?? ''
  return (
    <Trans>
      Taken by <bdi>{who}</bdi> <Age at={trial.acknowledgedAt} />
    </Trans>
  )
}

function SecureEvidence() {
  switch (addressOfPage(location)) {
    case 'https':
      return <Trans>This page came over https</Trans>
    case 'thisMachine':
      return <Trans>This machine only: nothing travels</Trans>
    case 'plain':
      return <Trans>This page came without encryption</Trans>
  }
}
