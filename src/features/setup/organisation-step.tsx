// What the organisation is: the scenarios that its menu is for, its time zone, and how the console looks to the person.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { saySetup } from '../../contract/endpoints/setup.ts'
import { setTenantZone } from '../../contract/endpoints/tenant.ts'
import { directoriesOf, type OwnScenario, ownScenarios } from '../../domain/navigation/scenario-menus.ts'
import { sendRequest } from '../../platform/http.ts'
import { renewZone } from '../../platform/session-store.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { scenarioWords } from '../../resource/scenario-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { ZoneField } from '../../resource/week-fields.tsx'
import { ownZone } from '../../ui/calendar.ts'
import { look } from '../../ui/kit/look.ts'
import { FieldGroup, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { type Facts, useRecount } from './use-setup.ts'

interface OrganisationStepProps {
  facts: Facts
  /** Language and skin of this browser. */
  looks: ReactNode
  /** What a directory of the menu is called. */
  menuName: (directory: string) => string
  /** The menu has other entries now. */
  onMenu: () => Promise<void>
}

export function OrganisationStep({ facts, looks, menuName, onMenu }: OrganisationStepProps) {
  const { t, i18n } = useLingui()
  const locale = useIntlLocale()
  const online = useOnline()
  const recount = useRecount()
  const [chosen, setChosen] = useState<readonly OwnScenario[]>(facts.scenarios ?? [])
  const [zone, setZone] = useState(facts.scenarios === null ? ownZone() : facts.zone)
  const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
  const save = useMutation({
    mutationFn: async () => {
      if (zone !== facts.zone) {
        await sendRequest(setTenantZone, { zone })
        renewZone(zone)
      }
      await sendRequest(saySetup, { scenarios: [...chosen] })
    },
    onSuccess: async () => {
      await onMenu()
      await recount()
    },
  })
  return (
    <form
      className={look({ stack: true, gap: 4 })}
      onSubmit={event => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <FieldGroup>
        <Text as="legend" strong below={2}>
          <Trans>What do you look after?</Trans>
        </Text>
        <Stack gap={2}>
          {ownScenarios.map(scenario => (
            <Checkbox
              key={scenario}
              classNames={{ root: look({ atLeast: 'target' }) ?? '' }}
              label={i18n._(scenarioWords[scenario])}
              description={
                directoriesOf(scenario).length > 0
                  ? t`Brings ${list.format(directoriesOf(scenario).map(menuName))}`
                  : t`Brings its own dashboard`
              }
              checked={chosen.includes(scenario)}
              disabled={!online}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(before =>
                  ownScenarios.filter(each => (each === scenario ? checked : before.includes(each))),
                )
              }
            />
          ))}
        </Stack>
      </FieldGroup>
      <ZoneField
        control={{
          label: t`Time zone`,
          value: zone,
          onChange: next => setZone(String(next)),
          error: undefined,
          disabled: !online,
          values: {},
          rows: [],
        }}
      />
      <Stack gap={2}>
        <Text strong>
          <Trans>How it looks to you</Trans>
        </Text>
        <Row wrap gap={3}>
          {looks}
        </Row>
      </Stack>
      {save.isError && (
        <Text as="p" role="alert" tone="critical">
          {i18n._(wordsForError(save.error))}
        </Text>
      )}
      <Row>
        <Button type="submit" loading={save.isPending} disabled={!online || chosen.length === 0}>
          <Trans>Save</Trans>
        </Button>
      </Row>
    </form>
  )
}
