// The permissions of an API key: those that the person may give, by the pages they belong to.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { apiKeyScopes } from '../../contract/endpoints/api-key.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'

const READS = /\.read$/

export function ScopesField({ control }: { control: FieldControl }) {
  const { i18n, t } = useLingui()
  const { label, error, disabled, onChange } = control
  const value = Array.isArray(control.value) ? control.value.map(String) : []
  const all = useQuery({
    queryKey: ['apiKeyScopes'],
    queryFn: ({ signal }) => sendRequest(apiKeyScopes, {}, { signal }),
  })
  if (all.isError && !all.data)
    return <ErrorState what={i18n._(wordsForError(all.error))} onRetry={() => void all.refetch()} />
  if (!all.data) return <Loading variant="list" count={2} />
  const named = (each: { name: string; enName: string | null }) =>
    i18n.locale === 'cn' ? each.name : (each.enName ?? each.name)
  const data = all.data.groups.map(group => ({
    group: named(group),
    items: group.scopes.map(each => ({ value: each.scope, label: `${named(group)} · ${named(each)}` })),
  }))
  const offered = data.flatMap(({ items }) => items)
  // What somebody else has given stays in sight; the server says who may not touch it.
  const strange = value.filter(scope => offered.every(each => each.value !== scope))
  const choose = (wanted: (scope: string) => boolean) =>
    onChange([...new Set([...value, ...offered.map(each => each.value).filter(wanted)])])
  return (
    <Stack gap={2}>
      <MultiSelect
        label={label}
        name="scopes"
        description={t`No more than you may do yourself. Give only what the program needs.`}
        value={value}
        onChange={onChange}
        data={[
          ...data,
          ...(strange.length > 0
            ? [{ group: t`Beyond your own`, items: strange.map(scope => ({ value: scope, label: scope })) }]
            : []),
        ]}
        error={error}
        disabled={disabled}
        searchable
        hidePickedOptions
        maxDropdownHeight={280}
        nothingFoundMessage={t`Nothing found`}
      />
      <Row gap={2} wrap>
        <Button variant="default" disabled={disabled} onClick={() => choose(scope => READS.test(scope))}>
          <Trans>All that only reads</Trans>
        </Button>
        <Button variant="default" disabled={disabled || value.length === 0} onClick={() => onChange([])}>
          <Trans>None</Trans>
        </Button>
      </Row>
    </Stack>
  )
}
