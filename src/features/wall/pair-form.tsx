// Makes the screen that shows a code this wall.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { wallPair } from '../../contract/endpoints/wall.ts'
import type { RowOf } from '../../domain/entity.ts'
import type { wall } from '../../domain/wall/wall.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { look } from '../../ui/kit/look.ts'
import { Muted, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'

export function PairForm({ row }: { row: RowOf<typeof wall> }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const pair = useMutation({
    mutationFn: () => sendRequest(wallPair, { id: row.id, code }),
    onSuccess: () => {
      setCode('')
      return client.invalidateQueries({ queryKey: ['entity', 'wall'] })
    },
  })
  if (!may('wall.save')) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pair.mutate()
  }
  return (
    <PeekSection title={<Trans>Pair a screen</Trans>}>
      <form onSubmit={submit} className={look({ stack: true, gap: 3 })}>
        <Muted as="p">
          <Trans>
            Open this console’s address with <bdi dir="ltr">#/index8</bdi> on the screen, signed in as nobody.
            It shows a code.
          </Trans>
        </Muted>
        <TextInput
          label={t`Code on the screen`}
          value={code}
          onChange={event => setCode(event.target.value)}
          autoComplete="off"
          dir="ltr"
          maxLength={20}
        />
        {pair.isError && (
          <Text as="p" role="alert" tone="critical">
            {i18n._(wordsForError(pair.error))}
          </Text>
        )}
        {pair.isSuccess && code === '' && (
          <Text as="p" role="status" tone="ok">
            <Trans>Paired. The screen begins within seconds.</Trans>
          </Text>
        )}
        <Button
          type="submit"
          loading={pair.isPending}
          disabled={code.trim() === '' || !online}
        >{t`Pair`}</Button>
      </form>
    </PeekSection>
  )
}
