// Which groups of the provider become which roles here.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { MOST_GROUPS } from '../../domain/access/identity-provider.ts'
import { EntriesField } from '../../resource/entries-field.tsx'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import type { PartProps } from './provider-form.tsx'
import type { GroupLine } from './provider-values.ts'

export function GroupRoles({ values, disabled, change, refused }: PartProps) {
  const { t } = useLingui()
  const { groups } = values
  const set = (key: number, next: Partial<GroupLine>) =>
    change({ groups: groups.map(line => (line.key === key ? { ...line, ...next } : line)) })
  const add = () =>
    change({
      groups: [
        ...groups,
        { key: Math.max(-1, ...groups.map(each => each.key)) + 1, group: '', roleId: null },
      ],
    })
  return (
    <>
      <TextInput
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        label={t`Claim with the groups`}
        description={t`Empty: groups change nothing`}
        disabled={disabled}
        maxLength={100}
        value={values.groupsClaim}
        onChange={event => change({ groupsClaim: event.currentTarget.value })}
        error={refused('groupsClaim')}
      />
      {values.groupsClaim.trim() !== '' && (
        <EntriesField
          control={{ label: t`Groups that become roles`, error: refused('groupRoles'), disabled }}
          hint={t`These roles follow the groups at each login; roles that no group stands for stay as they are.`}
          add={<Trans>Add group</Trans>}
          full={groups.length >= MOST_GROUPS}
          onAdd={add}
        >
          <Stack gap={2}>
            {groups.map(({ key, group, roleId }) => (
              <Row key={key} wrap align="end" gap={2}>
                <TextInput
                  flex="1 1 180px"
                  dir="auto"
                  label={t`Group`}
                  disabled={disabled}
                  maxLength={200}
                  value={group}
                  onChange={event => set(key, { group: event.currentTarget.value })}
                />
                <Stack gap={1} flex="1 1 180px">
                  <ReferenceSelect
                    label={t`Role`}
                    name={`role-${key}`}
                    entityKey="role"
                    value={roleId}
                    disabled={disabled}
                    onChange={next => set(key, { roleId: typeof next === 'number' ? next : null })}
                  />
                </Stack>
                <Button
                  variant="default"
                  disabled={disabled}
                  onClick={() => change({ groups: groups.filter(line => line.key !== key) })}
                >
                  <Trans>Remove</Trans>
                </Button>
              </Row>
            ))}
          </Stack>
        </EntriesField>
      )}
    </>
  )
}
